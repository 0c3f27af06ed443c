import Synchronization
import TaskScheduling

/// The task that performs mass extensions in this process: there is at most one.
final class MassExtensionTask: Sendable {
  private enum State {
    case idle, running
    /// A request arrived while the task ran, perhaps too late for the task to find it.
    case runningAgain
  }

  private let state = Mutex(State.idle)

  /// Begins the task, or makes the running task perform `body` again.
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
