package import Logging

/// The lowest level that is logged; the least important one comes first.
package enum LogLevel: String, Sendable, CaseIterable {
  case trace, debug, info, notice, warning, error, critical

  var level: Logger.Level { Logger.Level(rawValue: rawValue) ?? .info }
}

extension Logger {
  /// A server's log, written by `queue`.
  package static func jsonLines(level: LogLevel, to queue: LogQueue) -> Logger {
    Logger(label: "skdemo") { _ in JSONLines(level: level.level) { queue.add($0) } }
  }
}
