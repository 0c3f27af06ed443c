import AppStorePayloads
import Foundation
package import StoreAPI

/// One event of a stream, as "Server-sent events" of the HTML standard writes it.
package struct ServerSentEvent: Hashable, Sendable {
  /// The kinds of events in the streams of updates and of a command.
  package enum Kind: String, Hashable, Sendable {
    /// `data` is an ``StoreAPI/Answer`` with a ``StoreAPI/StoreUpdate``, and `id` its sequence.
    ///
    /// An update with only the time has no ID.
    case update
    /// `data` is a ``StoreAPI/OperatorProgress``; later ones are further.
    case progress
    /// `data` is the ``StoreAPI/Answer`` to the command, with which the stream ends.
    case answer
    /// `data` is a ``ErrorDocument`` of a `StoreError`, with which the stream ends.
    case error = "fault"
  }

  package var kind: Kind
  package var id: Int64?
  /// JSON in one line.
  package var data: String

  package init(_ kind: Kind, id: Int64? = nil, data: String) {
    self.kind = kind
    self.id = id
    self.data = data
  }

  /// An event whose data is a value as JSON.
  package init(_ kind: Kind, id: Int64? = nil, _ value: some Encodable) throws {
    let data = try PlainEncoder.encode(value)
    self.init(kind, id: id, data: String(decoding: data, as: UTF8.self))
  }

  /// The event of an error, with which a stream ends.
  package init(_ error: StoreError) throws {
    try self.init(.error, ErrorDocument(error))
  }

  /// The lines of the event, with the empty one that ends it.
  package var text: String {
    (id.map { "id: \($0)\n" } ?? "") + "event: \(kind.rawValue)\ndata: \(data)\n\n"
  }
}
