package import Foundation
package import Logging

/// A log of one JSON object for each line: `time`, `level`, `message`, and the metadata.
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
    if let error = event.error { fields["error"] = "\(error)" }
    fields["time"] = now().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    fields["level"] = event.level.rawValue
    fields["message"] = "\(event.message)"
    sink(Self.line(fields))
  }

  private static func line(_ fields: [String: String]) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let line = try? encoder.encode(fields) else { return Data() }
    return line + Data("\n".utf8)
  }
}
