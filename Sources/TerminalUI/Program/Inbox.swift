import Synchronization

/// A queue for the loop, which any thread adds to.
final class Inbox: Sendable {
  enum Item: Sendable {
    case event(TerminalEvent)
    case work(@Screen @Sendable (LayerStack) -> [LayerWork])
    case quit
  }

  private struct State {
    var items: [Item] = []
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  /// Adds items, which the loop takes together.
  func post(_ items: [Item]) {
    let waiter = state.withLock { state in
      state.items += items
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume()
  }

  /// Waits until the queue has items, and takes them all; only the loop calls it.
  ///
  /// The call stays on the loop's thread.
  func next(isolation: isolated (any Actor)? = #isolation) async -> [Item] {
    await withCheckedContinuation { continuation in
      let hasItems = state.withLock { state in
        if state.items.isEmpty { state.waiter = continuation }
        return !state.items.isEmpty
      }
      if hasItems { continuation.resume() }
    }
    return state.withLock { state in
      defer { state.items = [] }
      return state.items
    }
  }

  /// Removes what was typed and has not been taken.
  func discardInput() {
    state.withLock { state in
      state.items.removeAll { if case .event(let event) = $0 { event.isInput } else { false } }
    }
  }
}
