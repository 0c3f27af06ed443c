import StoreAPI
import Synchronization
import TestSupport

/// The accounts of a store that records the requests of its devices.
struct RecordingStore: ForwardingAccounts {
  let store: any StoreAccounts
  let requests: Requests
  /// Whether it is of an earlier version, which does not say what it sells and what an order has changed.
  var isEarlier = false

  /// The requests of all devices in order, without their streams of updates.
  final class Requests: Sendable {
    private let calls = Mutex<[StoreCall]>([])

    var all: [StoreCall] { calls.withLock { $0 } }

    func add(_ call: StoreCall) { calls.withLock { $0.append(call) } }

    func forget() { calls.withLock { $0 = [] } }
  }

  func backend(
    for token: String, instance: InstanceID
  ) async throws(StoreError) -> any StoreBackend {
    RecordingBackend(
      store: try await store.backend(for: token, instance: instance), requests: requests,
      isEarlier: isEarlier)
  }

  func accounts(for request: AccountsRequest) -> any StoreAccounts { store }
}

private struct RecordingBackend: ForwardingBackend {
  let store: any StoreBackend
  let requests: RecordingStore.Requests
  let isEarlier: Bool

  func answer<Value>(
    _ call: StoreCall, forward: () async throws(StoreError) -> Answer<Value>
  ) async throws(StoreError) -> Answer<Value> {
    requests.add(call)
    var answer = try await forward()
    if isEarlier { answer.catalogue = nil }
    return answer
  }

  func purchase(_ order: Order) async throws(StoreError) -> Answer<OrderResult> {
    let answer = try await answer(.purchase) { () throws(StoreError) in
      try await store.purchase(order)
    }
    return isEarlier ? answer.withoutPurchases : answer
  }
}
