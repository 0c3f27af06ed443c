import Synchronization
import TaskScheduling

/// The task that performs mass extensions in this process: there is at most one.
final class MassExtensionTask: Sendable {
  private enum State {
    case idle, running
    /// A request came while it ran, perhaps too late for it to notice.
    case runningAgain
  }

  private let state = Mutex(State.idle)

  /// Begins the task, or lets the one that runs perform `body` again.
  func begin(_ body: @escaping @Sendable () async -> Void) {
    let isIdle = state.withLock { state in
      defer { state = state == .idle ? .running : .runningAgain }
      return state == .idle
    }
    guard isIdle else { return }
    _ = Task.onCurrentExecutor { [self] in
      repeat { await body() } while isNeededAgain()
    }
  }

  private func isNeededAgain() -> Bool {
    state.withLock { state in
      defer { state = state == .runningAgain ? .running : .idle }
      return state == .runningAgain
    }
  }
}
