import ArgumentParser
import Foundation
import Telemetry

/// `skdemo logs`: the storefront's log.
struct Logs: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "logs",
    abstract: "Print the storefront's log, oldest line first.",
    discussion: """
      The storefront records its starts, what StoreKit reports, and what would be printed over its \
      screen. --log-level of the storefront sets how much. The file keeps the latest lines, and only \
      you can read it; skdemo --print-paths names it.
      """,
    examples: ["skdemo logs", "skdemo logs --level warning --json"])

  @Option(help: "Print only lines of this level and more important ones.")
  var level = LogLevel.trace

  @OptionGroup var store: StoreOptions

  func run() async throws {
    let log = LogFile(environment: ProcessInfo.processInfo.environment, level: level)
    // A line without a level may come from a crash.
    let lines = try log?.lines().filter { $0.level.map(level.includes) ?? true } ?? []
    try store.output.print(
      ["lines": lines.map(LogLineReport.init)],
      lines: lines.isEmpty ? ["the log is empty"] : lines.map(\.description))
  }
}

/// A line of `skdemo logs --json`.
private struct LogLineReport: Encodable {
  /// Absent for a line that was printed to standard error.
  var date: Date?
  var level: String?
  var text: String

  init(_ line: LogLine) {
    (date, level, text) = (line.date, line.level?.rawValue, line.text)
  }
}
