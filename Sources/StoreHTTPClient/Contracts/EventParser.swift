import AppStorePayloads
import StoreHTTP

/// Parses a stream of server-sent events, as the HTML standard describes it.
///
/// The bytes may come in pieces of any size.
package struct EventParser: Sendable {
  /// One event of the stream.
  package struct Event: Hashable, Sendable {
    /// `message` if the stream names none.
    package var name: String
    /// The last ID of the stream, in this event or an earlier one.
    package var id: String?
    package var data: String

    package init(name: String = "message", id: String? = nil, data: String) {
      self.name = name
      self.id = id
      self.data = data
    }

    func json() throws(JSONError) -> ParsedJSON { try ParsedJSON(data.utf8) }
  }

  /// A line or an event is longer than any that a store sends.
  package struct EventTooLongError: Error, Hashable, Sendable {
    package init() {}
  }

  private let limit: Int
  private var line: [UInt8] = []
  private var isAfterReturn = false
  private var isFirstLine = true
  private var name = ""
  private var id: String?
  private var data: [String] = []
  private var size = 0

  /// - Parameter limit: The maximum number of bytes in one event.
  package init(limit: Int = 1 << 20) {
    self.limit = limit
  }

  /// The events that these bytes complete, in order.
  package mutating func events(
    in bytes: some Sequence<UInt8>
  ) throws(EventTooLongError) -> [Event] {
    var events: [Event] = []
    for byte in bytes {
      if let event = try take(byte) { events.append(event) }
    }
    return events
  }

  /// Lines end in a line feed, a carriage return, or both.
  private mutating func take(_ byte: UInt8) throws(EventTooLongError) -> Event? {
    let endsPair = byte == UInt8(ascii: "\n") && isAfterReturn
    isAfterReturn = byte == UInt8(ascii: "\r")
    if endsPair { return nil }
    if byte == UInt8(ascii: "\n") || isAfterReturn { return endLine() }
    guard size < limit else { throw EventTooLongError() }
    size += 1
    line.append(byte)
    return nil
  }

  private mutating func endLine() -> Event? {
    var text = Substring(decoding: line, as: UTF8.self)
    line.removeAll(keepingCapacity: true)
    if isFirstLine, text.first == "\u{FEFF}" { text.removeFirst() }
    isFirstLine = false
    if text.isEmpty { return endEvent() }
    take(line: text)
    return nil
  }

  private mutating func endEvent() -> Event? {
    defer {
      name = ""
      data = []
      size = 0
    }
    guard !data.isEmpty else { return nil }
    return Event(
      name: name.isEmpty ? "message" : name, id: id, data: data.joined(separator: "\n"))
  }

  private mutating func take(line text: Substring) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let value = parts.count > 1 ? parts[1].trimmingPrefix(" ") : ""
    switch parts[0] {
    case "event": name = String(value)
    case "data": data.append(String(value))
    case "id" where !value.contains("\0"): id = value.isEmpty ? nil : String(value)
    // A comment does not count, so that any number of heartbeats is allowed.
    case "": size = max(0, size - text.utf8.count)
    default: break
    }
  }
}
