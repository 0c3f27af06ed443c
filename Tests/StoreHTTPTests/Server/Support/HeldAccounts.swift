import StoreAPI
import TestSupport

/// Accounts whose devices' requests for products and transactions are held.
struct HeldAccounts: ForwardingAccounts {
  let accounts: any StoreAccounts
  let gate: Gate

  func backend(
    for token: String, instance: InstanceID
  ) async throws(StoreError) -> any StoreBackend {
    HeldBackend(store: try await accounts.backend(for: token, instance: instance), gate: gate)
  }

  func accounts(for request: AccountsRequest) -> any StoreAccounts { accounts }
}

private struct HeldBackend: ForwardingBackend {
  let store: any StoreBackend
  let gate: Gate

  func answer<Value>(
    _ call: StoreCall, forward: () async throws(StoreError) -> Answer<Value>
  ) async throws(StoreError) -> Answer<Value> {
    if [.products, .transactions].contains(call) { await gate.pass() }
    return try await forward()
  }
}
