import Crypto
import StoreAPI
import Synchronization

/// A cache of the backends of the devices that send requests.
///
/// Opening a backend asks the store whether the device is signed in. Every call of an open backend
/// also checks that. So the cache saves a query and admits no removed device, whose calls throw
/// `unauthorized`.
final class DeviceBackends: Sendable {
  private struct Principal: Hashable {
    let token: SHA256Digest
    let instance: InstanceID
  }

  /// The maximum number of backends; a full cache is emptied.
  private static let capacity = 8_192

  private let store: ServedStore
  private let scheduler: RequestScheduler
  private let opened = Mutex<[Principal: Authenticated<any StoreBackend>]>([:])

  init(store: ServedStore, scheduler: RequestScheduler) {
    self.store = store
    self.scheduler = scheduler
  }

  /// - Throws: ``StoreHTTP/RequestError/Code/tooManyRequests`` if the token is used too often.
  func backend(for context: RequestContext) async throws -> Authenticated<any StoreBackend> {
    let principal = Principal(token: try context.tokenDigest(), instance: try context.instance())
    try scheduler.count(principal.token)
    if let backend = opened.withLock({ $0[principal] }) { return backend }
    let backend = try await open(for: context)
    opened.withLock { opened in
      if opened.count == Self.capacity { opened.removeAll() }
      opened[principal] = backend
    }
    return backend
  }

  /// A newly opened backend.
  func freshBackend(for context: RequestContext) async throws -> Authenticated<any StoreBackend> {
    try scheduler.count(try context.tokenDigest())
    return try await open(for: context)
  }

  private func open(for context: RequestContext) async throws -> Authenticated<any StoreBackend> {
    let backend = try await store.accounts(context.address).backend(
      for: context.token(), instance: context.instance())
    return Authenticated(
      principal: backend, account: try await store.account(context.token()))
  }
}
