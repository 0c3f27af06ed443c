package import Foundation
package import StoreAPI

/// Where a store's ledgers are kept.
///
/// Storage decides nothing: rules come in as synchronous, pure functions. Each method is one
/// transaction, and one that writes is durable when it returns. Several processes may use one
/// storage. Every method throws ``StoreAPI/StoreFault/unavailable(_:)``, with the reason, when
/// the storage cannot be read or written; then nothing has changed.
package protocol LedgerStore: LedgerTransacting, LedgerReading, AccountStore, SettingsStore {
  /// Yields to `listener` at once, and whenever there may be something new for a customer: their
  /// ledger has changed, a device of theirs was removed, the store's clock was set, the store was
  /// reset, or another process has written. With `nil` whenever anything was written.
  ///
  /// Several changes may come as one. It ends when the listener's stream does.
  func notify(
    _ listener: AsyncStream<Void>.Continuation, ofChangesTo customer: CustomerNumber?)

  /// What every call of a device begins with, when the machine's clock says `wall`.
  func opening(of token: TokenHash, wall: Date) async throws(StoreFault) -> StoredOpening
}

/// What is to be known before a device is answered.
package struct StoredOpening: Sendable {
  /// `nil` in a store that has not been made.
  package var settings: StoreSettings?
  /// What must happen first.
  package var due: DueSubscription?
  /// `nil` for an unknown or removed one.
  package var device: StoredDevice?
  package var catalogueVersion: Int

  package init(
    settings: StoreSettings?, due: DueSubscription?, device: StoredDevice?, catalogueVersion: Int
  ) {
    self.settings = settings
    self.due = due
    self.device = device
    self.catalogueVersion = catalogueVersion
  }
}

extension LedgerStore {
  /// An element at once and after each write by any process.
  package func changes() -> AsyncStream<Void> {
    let (stream, listener) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    notify(listener, ofChangesTo: nil)
    return stream
  }

  /// Asked one after the other, where storage has no quicker way.
  package func opening(
    of token: TokenHash, wall: Date
  ) async throws(StoreFault) -> StoredOpening {
    let settings = try await settings()
    let now = settings?.now(wall: wall) ?? wall
    return StoredOpening(
      settings: settings, due: try await nextDue(until: now),
      device: try await device(token: token),
      catalogueVersion: try await catalogueVersion(at: now))
  }
}

/// The one way in which a ledger changes.
package protocol LedgerTransacting: Sendable {
  /// Loads a customer's ledger, lets `decide` make a decision about it, and writes its events and
  /// what they lead to, all in one transaction; returns the decision's value.
  ///
  /// Where `decide` throws, nothing is written, and its fault is thrown on. The cost does not grow
  /// with the customer's past. Throws ``StoreAPI/StoreFault/unauthorized`` when there is no such
  /// customer (any more), because a reset has put another in its place, and when the device that
  /// the decision is made for is not signed in (any more).
  func transact<Value: Sendable>(
    _ customer: CustomerNumber, needs: LedgerNeeds,
    decide: @escaping @Sendable (Ledger, StoreSettings) throws(StoreFault) -> Decision<Value>
  ) async throws(StoreFault) -> Value
}

/// What a decision needs of a ledger beyond what is current.
package struct LedgerNeeds: Hashable, Sendable {
  /// Must be signed in; `nil` for what no device asks for.
  package var device: Int64?
  package var order: OrderKey?
  package var transaction: TransactionID?

  package init(
    device: Int64? = nil, order: OrderKey? = nil, transaction: TransactionID? = nil
  ) {
    self.device = device
    self.order = order
    self.transaction = transaction
  }
}

/// What a decision leads to.
package struct Decision<Value: Sendable>: Sendable {
  package var draft: LedgerDraft
  /// The time of the decision: once it has changed something, the store is never earlier again.
  package var now: Date
  /// What the clock is afterwards; `nil` where it stays what it is.
  package var clock: StoreClock?
  package var value: Value

  package init(
    _ draft: LedgerDraft, at now: Date, clock: StoreClock? = nil, value: Value
  ) {
    self.draft = draft
    self.now = now
    self.clock = clock
    self.value = value
  }
}

/// What can be asked about ledgers.
package protocol LedgerReading: Sendable {
  /// The customer's ledger, as ``LedgerTransacting/transact(_:needs:decide:)`` loads it.
  func ledger(of customer: CustomerNumber) async throws(StoreFault) -> Ledger

  /// The subscription over all customers that is due first, if that is not after `date`.
  func nextDue(until date: Date) async throws(StoreFault) -> DueSubscription?

  /// When something next becomes due for this customer.
  func nextDue(of customer: CustomerNumber) async throws(StoreFault) -> Date?

  /// All that a device must know, at one moment.
  func holdings(
    of customer: CustomerNumber, device: Int64
  ) async throws(StoreFault) -> StoredHoldings

  /// The customer's transactions, newest first.
  func transactions(
    of customer: CustomerNumber, productID: String?, includingFinishedConsumables: Bool
  ) async throws(StoreFault) -> [LedgerTransaction]

  /// The transaction with this ID; `nil` when it is not the customer's.
  func transaction(
    _ id: TransactionID, of customer: CustomerNumber
  ) async throws(StoreFault) -> LedgerTransaction?

  /// At most `limit` events after `sequence`, oldest first.
  func events(
    of customer: CustomerNumber, after sequence: Int64, limit: Int
  ) async throws(StoreFault) -> [StoredEvent]

  /// A customer's subscription in a group together with its current transaction.
  func subscription(
    in groupID: String, of customer: CustomerNumber
  ) async throws(StoreFault) -> StoredSubscription?

  /// The transaction with this ID, of any customer, or `nil` if this epoch has none.
  func storedTransaction(
    _ id: TransactionID
  ) async throws(StoreFault) -> StoredTransaction?

  /// Whom a subscription to this product gives service, in the order of the accounts' names.
  func subscribers(to productID: String) async throws(StoreFault) -> [Subscriber]

  /// Every transaction of the store or of one account, newest first, with the account's name.
  func allTransactions(
    account: String?
  ) async throws(StoreFault) -> [StoredTransaction]
}

/// A subscription for which something has become due.
package struct DueSubscription: Hashable, Sendable {
  package var customer: CustomerNumber
  package var date: Date

  package init(customer: CustomerNumber, date: Date) {
    self.customer = customer
    self.date = date
  }
}

/// What a device must know, unsigned; see ``StoreAPI/Holdings``.
package struct StoredHoldings: Hashable, Sendable {
  package var latest: [LedgerTransaction]
  package var unfinished: [LedgerTransaction]
  package var subscriptions: [StoredSubscription]
  package var sequence: Int64

  package init(
    latest: [LedgerTransaction], unfinished: [LedgerTransaction],
    subscriptions: [StoredSubscription], sequence: Int64
  ) {
    self.latest = latest
    self.unfinished = unfinished
    self.subscriptions = subscriptions
    self.sequence = sequence
  }
}

/// A subscription and the transaction of its current or last period.
package struct StoredSubscription: Hashable, Sendable {
  package var subscription: Subscription
  package var transaction: LedgerTransaction

  package init(subscription: Subscription, transaction: LedgerTransaction) {
    self.subscription = subscription
    self.transaction = transaction
  }
}

/// An event with its number, which grows over all customers.
package struct StoredEvent: Hashable, Sendable {
  package var sequence: Int64
  package var change: LedgerChange

  package init(sequence: Int64, change: LedgerChange) {
    self.sequence = sequence
    self.change = change
  }
}

/// A customer whom a subscription gives service.
package struct Subscriber: Hashable, Sendable {
  package var account: String
  package var customer: CustomerNumber

  package init(account: String, customer: CustomerNumber) {
    self.account = account
    self.customer = customer
  }
}

/// A transaction and whose it is.
package struct StoredTransaction: Hashable, Sendable {
  package var account: String
  package var customer: CustomerNumber
  package var transaction: LedgerTransaction

  package init(account: String, customer: CustomerNumber, transaction: LedgerTransaction) {
    self.account = account
    self.customer = customer
    self.transaction = transaction
  }
}
