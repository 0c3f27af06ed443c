import Crypto
import Foundation
import StoreAPI
import Synchronization

/// The store as each device's running apps see it, kept while they ask.
///
/// To open one asks the store whether the device is signed in. Every call of an open one asks it
/// too, so keeping them spares a query and admits nobody; a device that has been removed is
/// answered `unauthorized` by the call itself.
final class DeviceBackends: Sendable {
  fileprivate struct Principal: Hashable {
    let token: SHA256Digest
    let instance: InstanceID
  }

  fileprivate struct Kept {
    var backends: [Principal: any StoreBackend] = [:]
    /// The visitors in the order in which they came.
    var order: [Principal] = []
    var oldest = 0
  }

  /// The oldest are forgotten beyond this.
  private static let capacity = 8_192

  private let store: ServedStore
  private let kept = Mutex(Kept())

  init(store: ServedStore) {
    self.store = store
  }

  func backend(for context: RequestContext) async throws -> any StoreBackend {
    let token = try context.token()
    let visitor = Principal(
      token: SHA256.hash(data: Data(token.utf8)), instance: try context.instance())
    if let backend = kept.withLock({ $0.backends[visitor] }) { return backend }
    let backend = try await open(context, token, visitor.instance)
    kept.withLock { $0.keep(backend, for: visitor, upTo: Self.capacity) }
    return backend
  }

  /// A backend that the store has just admitted.
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
    _ backend: any StoreBackend, for visitor: DeviceBackends.Principal, upTo capacity: Int
  ) {
    guard backends.updateValue(backend, forKey: visitor) == nil else { return }
    guard order.count == capacity else { return order.append(visitor) }
    backends[order[oldest]] = nil
    order[oldest] = visitor
    oldest = (oldest + 1) % capacity
  }
}
