import Synchronization

/// Sends every element to every listener.
final class Broadcast<Element: Sendable>: Sendable {
  /// Returns what a listener gets when an element is sent; `nil` if it gets nothing.
  typealias Transform = @Sendable (Element) -> Element?

  private struct State {
    var nextID = 0
    var listeners: [Int: Listener] = [:]
  }

  private struct Listener {
    let transform: Transform
    let continuation: AsyncStream<Element>.Continuation
  }

  private let state = Mutex(State())

  var hasListeners: Bool { state.withLock { !$0.listeners.isEmpty } }

  /// Listens to everything that is sent from now on.
  ///
  /// - Parameter transform: Returns the part of an element that the listener receives; by default, the
  ///   element.
  /// - Returns: The elements that are sent; the stream ends if it is released or its task is
  ///   cancelled.
  func listen(transform: @escaping Transform = { $0 }) -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream<Element>.makeStream()
    let id = state.withLock { state in
      state.nextID += 1
      state.listeners[state.nextID] = Listener(transform: transform, continuation: continuation)
      return state.nextID
    }
    continuation.onTermination = { [weak self] _ in self?.forget(id) }
    return stream
  }

  func send(_ element: Element) {
    let listeners = state.withLock { Array($0.listeners.values) }
    for listener in listeners {
      if let received = listener.transform(element) { listener.continuation.yield(received) }
    }
  }

  private func forget(_ id: Int) {
    // Outside the lock: releasing a continuation may end its stream, which calls this.
    let forgotten = state.withLock { $0.listeners.removeValue(forKey: id) }
    _ = forgotten
  }
}
