import Synchronization

/// Hands every element to every listener that has begun to listen.
final class Broadcast<Element: Sendable>: Sendable {
  private struct State {
    var nextID = 0
    var listeners: [Int: AsyncStream<Element>.Continuation] = [:]
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  var hasListeners: Bool { state.withLock { !$0.listeners.isEmpty } }

  /// Everything that is sent from now on; it ends when it is dropped or its task is cancelled.
  func listen() -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream<Element>.makeStream()
    let (id, waiting) = state.withLock { state in
      state.nextID += 1
      state.listeners[state.nextID] = continuation
      defer { state.waiting = [] }
      return (state.nextID, state.waiting)
    }
    continuation.onTermination = { [weak self] _ in self?.forget(id) }
    for waiting in waiting { waiting.resume() }
    return stream
  }

  /// Returns as soon as somebody listens.
  func listened() async {
    await withCheckedContinuation { continuation in
      let isListenedTo = state.withLock { state in
        if state.listeners.isEmpty { state.waiting.append(continuation) }
        return !state.listeners.isEmpty
      }
      if isListenedTo { continuation.resume() }
    }
  }

  func send(_ element: Element) {
    let listeners = state.withLock { Array($0.listeners.values) }
    for listener in listeners { listener.yield(element) }
  }

  private func forget(_ id: Int) {
    // Outside the lock: a continuation that goes away may end its stream, which calls here.
    let forgotten = state.withLock { $0.listeners.removeValue(forKey: id) }
    _ = forgotten
  }
}
