import CrashScript
import Foundation
import TestSupport

/// How a run of the probe ended.
enum ProbeEnd: Sendable {
  case completed(CrashReport)
  /// The probe killed itself at its script's moment.
  case killed(CrashMoment)

  func report() throws -> CrashReport {
    guard case .completed(let report) = self else {
      throw UnexpectedOutcome("a run was killed: \(self)")
    }
    return report
  }
}

/// A run of the probe ended in a way that its test does not allow.
struct UnexpectedOutcome: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// One process of the probe.
///
/// It is killed when this object is released.
final class ProbeProcess {
  private let process = Process()
  private let input = Pipe()
  private let lines: AsyncStream<String>
  private var last: CrashLine?
  private var otherLines: [String] = []

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

  /// Waits until the run has paused or ended.
  func waitForPause() async {
    for await line in lines {
      receive(line)
      if case .paused = last { return }
    }
  }

  /// Continues the run if it has paused.
  func resume() throws { try input.fileHandleForWriting.close() }

  /// Waits for the end of the run.
  func end() async throws -> ProbeEnd {
    for await line in lines { receive(line) }
    process.waitUntilExit()
    switch (process.terminationReason, process.terminationStatus, last) {
    case (.exit, 0, .ended(let report)): return .completed(report)
    case (.uncaughtSignal, SIGKILL, .killed(let moment)): return .killed(moment)
    case (_, let status, _):
      throw UnexpectedOutcome("a run ended with \(status): \(otherLines.joined(separator: "\n"))")
    }
  }

  private func receive(_ line: String) {
    do {
      last = try JSONDecoder().decode(CrashLine.self, from: Data(line.utf8))
    } catch {
      otherLines.append(line)
    }
  }
}
