package import Foundation
package import Logging

/// A log of one JSON object for each line: `time`, `level`, `message`, and the metadata.
///
/// A text of more than 300 characters is cut, because nobody who reads a log needs a whole body or
/// token. An error is named by its type.
package struct JSONLines: LogHandler {
  /// Takes one line with its end.
  package typealias Sink = @Sendable (Data) -> Void

  package var metadata: Logger.Metadata = [:]
  package var metadataProvider: Logger.MetadataProvider?
  package var logLevel: Logger.Level
  private let sink: Sink
  private let now: @Sendable () -> Date

  package init(
    level: Logger.Level, now: @escaping @Sendable () -> Date = { Date() }, sink: @escaping Sink
  ) {
    logLevel = level
    self.now = now
    self.sink = sink
  }

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func log(event: LogEvent) {
    let known = metadata.merging(metadataProvider?.get() ?? [:]) { $1 }
    var fields = known.merging(event.metadata ?? [:]) { $1 }.mapValues { "\($0)" }
    if let error = event.error { fields["error"] = error.kind }
    fields["time"] = now().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    fields["level"] = event.level.rawValue
    fields["message"] = "\(event.message)"
    sink(Self.line(fields))
  }

  private static func line(_ fields: [String: String]) -> Data {
    let pairs = fields.sorted { $0.key < $1.key }.map { "\(quoted($0)):\(quoted(cut($1)))" }
    return Data("{\(pairs.joined(separator: ","))}\n".utf8)
  }

  private static func cut(_ text: String) -> String {
    let limit = 300
    guard text.utf8.count > limit else { return text }
    let beginning = text.unicodeScalars.prefix(limit)
    return beginning.endIndex == text.endIndex ? text : String(beginning) + "…"
  }

  /// Most texts need no escapes, and an encoder takes longer than the rest of a line.
  private static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy {
      $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
    guard !isPlain else { return "\"\(text)\"" }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return (try? encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
  }
}
