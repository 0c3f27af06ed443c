import Crypto
import Foundation
import StoreAPI
import Synchronization

/// A cache of the backends of the devices that call.
///
/// Opening a backend asks the store whether the device is signed in. Every call of an open backend
/// asks that too: the cache spares a query and lets nobody in. For a removed device the call itself
/// throws `unauthorized`.
final class DeviceBackends: Sendable {
  fileprivate struct Principal: Hashable {
    let token: SHA256Digest
    let instance: InstanceID
  }

  fileprivate struct Kept {
    var backends: [Principal: any StoreBackend] = [:]
    /// The principals in the order in which they came.
    var order: [Principal] = []
    var oldest = 0
  }

  /// The most backends; beyond it the oldest one is removed.
  private static let capacity = 8_192

  private let store: ServedStore
  private let kept = Mutex(Kept())

  init(store: ServedStore) {
    self.store = store
  }

  func backend(for context: RequestContext) async throws -> any StoreBackend {
    let token = try context.token()
    let principal = Principal(
      token: SHA256.hash(data: Data(token.utf8)), instance: try context.instance())
    if let backend = kept.withLock({ $0.backends[principal] }) { return backend }
    let backend = try await open(context, token, principal.instance)
    kept.withLock { $0.keep(backend, for: principal, upTo: Self.capacity) }
    return backend
  }

  /// A backend that is opened anew.
  func freshBackend(for context: RequestContext) async throws -> any StoreBackend {
    try await open(context, try context.token(), try context.instance())
  }

  private func open(
    _ context: RequestContext, _ token: String, _ instance: InstanceID
  ) async throws -> any StoreBackend {
    try await store.accounts(context.address).backend(for: token, instance: instance)
  }
}

extension DeviceBackends.Kept {
  fileprivate mutating func keep(
    _ backend: any StoreBackend, for principal: DeviceBackends.Principal, upTo capacity: Int
  ) {
    guard backends.updateValue(backend, forKey: principal) == nil else { return }
    guard order.count == capacity else { return order.append(principal) }
    backends[order[oldest]] = nil
    order[oldest] = principal
    oldest = (oldest + 1) % capacity
  }
}
