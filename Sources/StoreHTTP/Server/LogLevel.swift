package import Logging

/// How much a server logs.
package enum LogLevel: String, Sendable, CaseIterable {
  case trace, debug, info, notice, warning, error, critical

  var level: Logger.Level { Logger.Level(rawValue: rawValue) ?? .info }
}

extension Logger {
  /// A server's log on standard error.
  package static func jsonLines(level: LogLevel) -> Logger {
    Logger(label: "skdemo") { _ in JSONLines(level: level.level) }
  }
}
