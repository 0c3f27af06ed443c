import StoreAPI
import StoreHTTP
import Synchronization
import TestSupport

/// The accounts of a store that performs a customer's first command and then loses its answer.
struct LosingStore: ForwardingAccounts {
  let store: any StoreAccounts
  let losses: Losses

  /// The number of answers that are still lost, for all requests of a server.
  final class Losses: Sendable {
    private let remaining: Mutex<Int>

    init(_ count: Int) { remaining = Mutex(count) }

    /// Returns whether this answer is lost.
    func next() -> Bool {
      remaining.withLock { remaining in
        defer { remaining = max(0, remaining - 1) }
        return remaining > 0
      }
    }
  }

  func backend(
    for token: String, instance: InstanceID
  ) async throws(StoreError) -> any StoreBackend {
    LosingBackend(store: try await store.backend(for: token, instance: instance), losses: losses)
  }

  func accounts(for request: AccountsRequest) -> any StoreAccounts { store }
}

private struct LosingBackend: ForwardingBackend {
  let store: any StoreBackend
  let losses: LosingStore.Losses

  func answer<Value>(
    _ call: StoreCall, forward: () async throws(StoreError) -> Answer<Value>
  ) async throws(StoreError) -> Answer<Value> {
    let answer = try await forward()
    if call == .perform, losses.next() { throw .unavailable(reason: "the answer was lost") }
    return answer
  }
}
