package import StoreAPI

/// Stores the ledgers of a store.
///
/// Storage decides nothing: the caller passes rules as synchronous, pure functions. Each method is
/// one transaction, and a write is durable when the method returns. Several processes may use one
/// storage. Every method throws ``StoreAPI/StoreError/unavailable(reason:)``, with the reason, if the
/// storage cannot be read or written; then nothing has changed.
package protocol LedgerStore: LedgerTransacting, LedgerReading, AccountStore, SettingsStore,
  FamilyStore, APIKeyStore, MassExtensionStore, NotificationStore
{
  /// Notifies `listener` now, and after every change that may concern the customer, until its
  /// stream ends.
  ///
  /// The changes are: the customer's ledger changed, a device of the customer was removed, the
  /// store's clock was set, the store was reset, or another process wrote. If `customer` is `nil`,
  /// the listener is notified of every write. Several changes may be one notification.
  func notify(
    _ listener: AsyncStream<Void>.Continuation, ofChangesTo customer: CustomerNumber?)

  /// Reads everything with which each request of a device begins; `wall` is the time of the machine's
  /// clock.
  func requestState(of token: TokenHash, wall: MachineTime) async throws(StoreError)
    -> StoredRequestState

  /// Reads what every other request needs first; `wall` is the time of the machine's clock.
  func requestState(wall: MachineTime) async throws(StoreError) -> StoredStoreState
}

/// The settings of the store, and what is due in it.
package struct StoredStoreState: Sendable {
  /// `nil` if the store has not been created.
  package var settings: StoreSettings?
  /// A subscription that is due and must be settled first; `nil` if none is due.
  package var due: DueSettlement?

  package init(settings: StoreSettings?, due: DueSettlement?) {
    self.settings = settings
    self.due = due
  }
}

/// The values that the store needs to answer a device.
package struct StoredRequestState: Sendable {
  /// `nil` if the store has not been created.
  package var settings: StoreSettings?
  /// A subscription that is due and must be settled first.
  package var due: DueSettlement?
  /// `nil` if the token is unknown or the device was removed.
  package var device: StoredDevice?
  package var catalogueVersion: Int

  package init(
    settings: StoreSettings?, due: DueSettlement?, device: StoredDevice?, catalogueVersion: Int
  ) {
    self.settings = settings
    self.due = due
    self.device = device
    self.catalogueVersion = catalogueVersion
  }
}

extension LedgerStore {
  /// Returns a stream with an element now and after each write of any process.
  package func changes() -> AsyncStream<Void> {
    let (stream, listener) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    notify(listener, ofChangesTo: nil)
    return stream
  }
}
