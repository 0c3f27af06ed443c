package import Foundation
package import Logging
import StoreAPI
import Synchronization

/// A log of one JSON object for each line: `time`, `level`, `message`, and what is known beside.
package struct JSONLines: LogHandler {
  /// Takes one line with its end.
  package typealias Sink = @Sendable (Data) -> Void

  package var metadata: Logger.Metadata = [:]
  package var metadataProvider: Logger.MetadataProvider?
  package var logLevel: Logger.Level
  private let sink: Sink
  private let now: @Sendable () -> Date

  /// A log that nobody reads any more is lost, and the store goes on.
  package init(
    level: Logger.Level, now: @escaping @Sendable () -> Date = { Date() },
    sink: @escaping Sink = { try? FileHandle.standardError.write(contentsOf: $0) }
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
    var fields = metadata.merging(event.metadata ?? [:]) { $1 }.mapValues { "\($0)" }
    fields["time"] = now().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    fields["level"] = event.level.rawValue
    fields["message"] = "\(event.message)"
    if let error = event.error { fields["error"] = "\(error)" }
    guard let line = try? JSONEncoder.payload.encode(fields) else { return }
    sink(line + Data("\n".utf8))
  }
}
