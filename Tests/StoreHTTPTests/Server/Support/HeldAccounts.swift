import StoreAPI
import Synchronization
import TestSupport

/// Holds calls until it is opened.
final class Gate: Sendable {
  private let opened = AsyncStream<Void>.makeStream()
  private let count = Mutex(0)

  /// The calls that it has held.
  var held: Int { count.withLock { $0 } }

  func open() { opened.continuation.finish() }

  func pass() async {
    count.withLock { $0 += 1 }
    for await _ in opened.stream {}
  }
}

/// Accounts whose devices' requests for products and transactions are held.
struct HeldAccounts: ForwardingAccounts {
  let accounts: any StoreAccounts
  let gate: Gate

  func backend(
    for token: String, instance: InstanceID
  ) async throws(StoreFault) -> any StoreBackend {
    HeldBackend(store: try await accounts.backend(for: token, instance: instance), gate: gate)
  }

  func accounts(for request: AccountsRequest) -> any StoreAccounts { accounts }
}

private struct HeldBackend: ForwardingBackend {
  let store: any StoreBackend
  let gate: Gate

  func answer<Value>(
    _ call: StoreCall, forward: () async throws(StoreFault) -> Answer<Value>
  ) async throws(StoreFault) -> Answer<Value> {
    if [.products, .transactions].contains(call) { await gate.pass() }
    return try await forward()
  }
}
