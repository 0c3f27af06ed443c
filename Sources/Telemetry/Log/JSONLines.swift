package import Foundation
package import Logging

/// A log of one JSON object for each line: `time`, `level`, `message`, and what is known beside.
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
    sink(
      LogLine(time: now(), level: event.level, message: "\(event.message)", fields: fields).data)
  }
}
