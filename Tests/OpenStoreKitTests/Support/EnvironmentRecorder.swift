import Foundation
import Synchronization
import TestSupport

@testable import OpenStoreKit

/// The environment of a session whose time stands still; it records pauses and diagnostics.
final class EnvironmentRecorder: Sendable {
  private struct State {
    var diagnostics: [Diagnostic] = []
    var elapsed = Duration.zero
    var delays: [Duration] = []
    var step = Duration.zero
    var meanwhile: @Sendable () async -> Void = {}
  }

  private let state = Mutex(State())
  private let wallClock: Date

  init(wallClock: Date = .fixture) { self.wallClock = wallClock }

  var diagnostics: [Diagnostic] { state.withLock { $0.diagnostics } }
  var delays: [Duration] { state.withLock { $0.delays } }

  /// Lets the monotonic clock run.
  func pass(_ duration: Duration) { state.withLock { $0.elapsed += duration } }

  /// Lets the monotonic clock run after each reading from now on.
  func passAtEachReading(_ step: Duration) { state.withLock { $0.step = step } }

  /// Runs `meanwhile` during each pause.
  func duringPauses(_ meanwhile: @escaping @Sendable () async -> Void) {
    state.withLock { $0.meanwhile = meanwhile }
  }

  /// Pauses are recorded at their full length, and end at once.
  var environment: SessionEnvironment {
    SessionEnvironment(
      makeUUID: { UUID() },
      monotonic: {
        self.state.withLock { state in
          defer { state.elapsed += state.step }
          return state.elapsed
        }
      },
      wallClock: { self.wallClock },
      sleep: { duration in
        self.state.withLock { $0.delays.append(duration) }
        try Task.checkCancellation()
        await self.state.withLock { $0.meanwhile }()
        await Task.yield()
      },
      chance: { 1 },
      diagnose: { diagnostic in self.state.withLock { $0.diagnostics.append(diagnostic) } })
  }
}
