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
  private let process: ChildProcess
  private var last: CrashLine?
  private var otherLines: [String] = []

  init(_ script: CrashScript) async throws {
    process = try await ChildProcess(
      BuiltExecutable.url("CrashProbe"),
      [String(decoding: try JSONEncoder().encode(script), as: UTF8.self)],
      streams: .linesWithHeldInput)
  }

  /// Waits until the run has paused or ended.
  func waitForPause() async throws {
    while let line = try await process.nextLine() {
      receive(line)
      if case .paused = last { return }
    }
  }

  /// Continues the run if it has paused.
  func resume() { process.closeInput() }

  /// Waits for the end of the run.
  func end() async throws -> ProbeEnd {
    while let line = try await process.nextLine() { receive(line) }
    switch (try await process.end(), last) {
    case (.exited(0), .ended(let report)): return .completed(report)
    case (.signalled(SIGKILL), .killed(let moment)): return .killed(moment)
    case (let end, _):
      throw UnexpectedOutcome("a run \(end): \(otherLines.joined(separator: "\n"))")
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
