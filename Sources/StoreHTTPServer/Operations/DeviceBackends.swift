import Crypto
import StoreAPI
import Synchronization

/// A cache of the backends of the devices that send requests.
///
/// Opening a backend asks the store whether the device is signed in. Every call of an open backend
/// asks that too, so the cache saves a query and admits no removed device: its call throws
/// `unauthorized`.
final class DeviceBackends: Sendable {
  private struct Principal: Hashable {
    let token: SHA256Digest
    let instance: InstanceID
  }

  /// The most backends; a full cache is emptied.
  private static let capacity = 8_192

  private let store: ServedStore
  private let opened = Mutex<[Principal: any StoreBackend]>([:])

  init(store: ServedStore) {
    self.store = store
  }

  func backend(for context: RequestContext) async throws -> any StoreBackend {
    let principal = Principal(token: try context.tokenDigest(), instance: try context.instance())
    if let backend = opened.withLock({ $0[principal] }) { return backend }
    let backend = try await freshBackend(for: context)
    opened.withLock { opened in
      if opened.count == Self.capacity { opened.removeAll() }
      opened[principal] = backend
    }
    return backend
  }

  /// A newly opened backend.
  func freshBackend(for context: RequestContext) async throws -> any StoreBackend {
    try await store.accounts(context.address).backend(
      for: context.token(), instance: context.instance())
  }
}
