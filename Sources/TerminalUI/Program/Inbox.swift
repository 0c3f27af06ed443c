import Synchronization

/// What waits for the loop, from any thread, in the order of arrival.
final class Inbox: Sendable {
  enum Item: Sendable {
    case terminal([TerminalEvent])
    case work(@Screen @Sendable (LayerStack) -> [LayerWork])
    case quit
  }

  private struct State {
    var items: [Item] = []
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  func post(_ item: Item) {
    let waiter = state.withLock { state in
      state.items.append(item)
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume()
  }

  /// Everything that waits, for the one loop; sleeps while there is nothing.
  func next() async -> [Item] {
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

  /// Takes out what was typed and has not been looked at.
  func discardInput() {
    state.withLock { state in
      state.items = state.items.map(\.withoutInput)
    }
  }
}

extension Inbox.Item {
  fileprivate var withoutInput: Inbox.Item {
    guard case .terminal(let events) = self else { return self }
    return .terminal(events.filter { !$0.isInput })
  }
}
