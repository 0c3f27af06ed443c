import Synchronization

/// Sends every element to every listener.
final class Broadcast<Element: Sendable>: Sendable {
  private struct State {
    var nextID = 0
    var listeners: [Int: AsyncStream<Element>.Continuation] = [:]
  }

  private let state = Mutex(State())

  var hasListeners: Bool { state.withLock { !$0.listeners.isEmpty } }

  /// Yields everything that is sent from now on; ends if it is released or its task is cancelled.
  func listen() -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream<Element>.makeStream()
    let id = state.withLock { state in
      state.nextID += 1
      state.listeners[state.nextID] = continuation
      return state.nextID
    }
    continuation.onTermination = { [weak self] _ in self?.forget(id) }
    return stream
  }

  func send(_ element: Element) {
    let listeners = state.withLock { Array($0.listeners.values) }
    for listener in listeners { listener.yield(element) }
  }

  private func forget(_ id: Int) {
    // Outside the lock: releasing a continuation may end its stream, which calls this.
    let forgotten = state.withLock { $0.listeners.removeValue(forKey: id) }
    _ = forgotten
  }
}
