import Foundation
import OpenStoreKit
import Synchronization

/// A machine without time of its own, which writes its diagnostics down.
final class Notebook: Sendable {
  private struct State {
    var diagnostics: [Diagnostic] = []
    var elapsed = Duration.zero
    var naps: [Duration] = []
  }

  private let state = Mutex(State())
  private let wallClock: Date

  init(wallClock: Date = Date(timeIntervalSince1970: 1_768_996_800)) { self.wallClock = wallClock }

  var diagnostics: [Diagnostic] { state.withLock { $0.diagnostics } }
  var naps: [Duration] { state.withLock { $0.naps } }

  /// Lets the monotonic clock run.
  func pass(_ duration: Duration) { state.withLock { $0.elapsed += duration } }

  /// Retries come at once; the pauses are written down, which no chance shortens.
  var environment: SessionEnvironment {
    SessionEnvironment(
      makeUUID: { UUID() }, monotonic: { self.state.withLock { $0.elapsed } },
      wallClock: { self.wallClock },
      sleep: { duration in
        self.state.withLock { $0.naps.append(duration) }
        try Task.checkCancellation()
        await Task.yield()
      },
      chance: { 1 },
      diagnose: { diagnostic in self.state.withLock { $0.diagnostics.append(diagnostic) } })
  }
}
