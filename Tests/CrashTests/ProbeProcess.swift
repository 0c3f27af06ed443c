import CrashScript
import Foundation
import TestSupport

/// How a run of the probe ended.
enum ProbeEnd: Sendable {
  case lived(CrashReport)
  /// By its own hand, where its script said so.
  case killed(CrashMoment)

  func report() throws -> CrashReport {
    guard case .lived(let report) = self else {
      throw UnexpectedOutcome("a run was killed: \(self)")
    }
    return report
  }
}

/// What a run did that no run may do.
struct UnexpectedOutcome: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// One process of the probe; it is killed when nobody holds it any more.
final class Probe {
  private let process = Process()
  private let input = Pipe()
  private let lines: AsyncStream<String>
  private var last: CrashLine?
  private var reports: [String] = []

  init(_ script: CrashScript) throws {
    let output = Pipe()
    process.executableURL = try BuiltExecutable.url("CrashProbe")
    process.arguments = [String(decoding: try JSONEncoder().encode(script), as: UTF8.self)]
    process.standardInput = input
    process.standardOutput = output
    process.standardError = output
    try process.run()
    lines = output.fileHandleForReading.lines()
  }

  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  /// Waits until the run has paused, or has come to its end without.
  func pause() async {
    for await line in lines {
      receive(line)
      if case .paused = last { return }
    }
  }

  /// Lets the run go on if it has paused.
  func resume() throws { try input.fileHandleForWriting.close() }

  /// Waits for the end of the run.
  func end() async throws -> ProbeEnd {
    for await line in lines { receive(line) }
    process.waitUntilExit()
    switch (process.terminationReason, process.terminationStatus, last) {
    case (.exit, 0, .ended(let report)): return .lived(report)
    case (.uncaughtSignal, SIGKILL, .killed(let moment)): return .killed(moment)
    case (_, let status, _):
      throw UnexpectedOutcome("a run ended with \(status): \(reports.joined(separator: "\n"))")
    }
  }

  private func receive(_ line: String) {
    do {
      last = try JSONDecoder().decode(CrashLine.self, from: Data(line.utf8))
    } catch {
      reports.append(line)
    }
  }
}
