import StoreEngine
import Synchronization

/// Who has to look again after a write.
enum ChangeScope: Hashable, Sendable {
  /// Nothing has changed that any customer sees.
  case nobody
  case customer(CustomerNumber)
  case everyone
}

/// The streams of this process that wait for changes, each of one customer's or of all.
final class Listeners: Sendable {
  typealias Listener = AsyncStream<Void>.Continuation

  fileprivate struct State {
    var last: UInt64 = 0
    /// By customer; under `nil` those that hear of every write.
    var listeners: [CustomerNumber?: [UInt64: Listener]] = [:]
  }

  private let state = Mutex(State())

  /// Adds a listener, which leaves when its stream ends.
  func add(_ listener: Listener, of customer: CustomerNumber?) {
    let id = state.withLock { state in
      state.last += 1
      state.listeners[customer, default: [:]][state.last] = listener
      return state.last
    }
    listener.onTermination = { [weak self] _ in self?.remove(id, of: customer) }
    // What was written before is seen by looking now.
    listener.yield()
  }

  func wake(_ audience: ChangeScope) {
    for listener in state.withLock({ $0.listeners(in: audience) }) { listener.yield() }
  }

  var count: Int { state.withLock { $0.listeners.values.map(\.count).reduce(0, +) } }

  private func remove(_ id: UInt64, of customer: CustomerNumber?) {
    state.withLock { state in
      state.listeners[customer]?[id] = nil
      if state.listeners[customer]?.isEmpty == true { state.listeners[customer] = nil }
    }
  }
}

extension Listeners.State {
  fileprivate func listeners(in audience: ChangeScope) -> [Listeners.Listener] {
    let groups: [[UInt64: Listeners.Listener]?] =
      switch audience {
      case .nobody: [listeners[nil]]
      case .customer(let customer): [listeners[nil], listeners[customer]]
      case .everyone: Array(listeners.values)
      }
    return groups.flatMap { $0.map { Array($0.values) } ?? [] }
  }
}
