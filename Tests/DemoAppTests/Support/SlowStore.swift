import StoreAPI
import TestSupport

/// A store whose answers to some calls wait for the gate.
struct SlowStore: ForwardingBackend {
  let store: any StoreBackend
  let gate: Gate
  var calls: Set<StoreCall> = [.products, .purchases]

  func answer<Value>(
    _ call: StoreCall, forward: () async throws(StoreError) -> Answer<Value>
  ) async throws(StoreError) -> Answer<Value> {
    if calls.contains(call) { await gate.pass() }
    return try await forward()
  }
}
