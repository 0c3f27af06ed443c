import StoreEngine
import Synchronization

/// The customers that a write concerns.
enum ChangeScope: Hashable, Sendable {
  case customers(Set<CustomerNumber>)
  case allCustomers

  /// The write changed nothing that a customer sees.
  static let noCustomer = customers([])

  static func customer(_ customer: CustomerNumber) -> ChangeScope { customers([customer]) }
}

/// The streams of this process that are notified of changes, of one customer or of all.
final class Listeners: Sendable {
  typealias Listener = AsyncStream<Void>.Continuation

  fileprivate struct State {
    var last: UInt64 = 0
    /// By customer; those under `nil` are notified of every write.
    var listeners: [CustomerNumber?: [UInt64: Listener]] = [:]
  }

  private let state = Mutex(State())

  /// Adds a listener, which is removed when its stream ends.
  func add(_ listener: Listener, of customer: CustomerNumber?) {
    let id = state.withLock { state in
      state.last += 1
      state.listeners[customer, default: [:]][state.last] = listener
      return state.last
    }
    listener.onTermination = { [weak self] _ in self?.remove(id, of: customer) }
    // Notify it at once of writes that were made before.
    listener.yield()
  }

  func notify(_ scope: ChangeScope) {
    for listener in state.withLock({ $0.listeners(in: scope) }) { listener.yield() }
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
  fileprivate func listeners(in scope: ChangeScope) -> [Listeners.Listener] {
    let groups: [[UInt64: Listeners.Listener]?] =
      switch scope {
      case .customers(let customers): [listeners[nil]] + customers.map { listeners[$0] }
      case .allCustomers: Array(listeners.values)
      }
    return groups.flatMap { $0.map { Array($0.values) } ?? [] }
  }
}
