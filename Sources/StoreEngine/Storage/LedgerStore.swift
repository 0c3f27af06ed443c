package import Foundation
package import StoreAPI

/// Stores the ledgers of a store.
///
/// Storage decides nothing: the caller passes rules as synchronous, pure functions. Each method is
/// one transaction, and a write is durable when the method returns. Several processes may use one
/// storage. Every method throws ``StoreAPI/StoreFault/unavailable(_:)``, with the reason, if the
/// storage cannot be read or written; then nothing has changed.
package protocol LedgerStore: LedgerTransacting, LedgerReading, AccountStore, SettingsStore,
  FamilyStore
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
  func requestState(of token: TokenHash, wall: MachineTime) async throws(StoreFault)
    -> StoredRequestState
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

/// Changes ledgers; no other method does.
package protocol LedgerTransacting: Sendable {
  /// Loads a customer's ledger, calls `decide` with it, and writes the decision's events and their
  /// effects, all in one transaction.
  ///
  /// The cost does not grow with the customer's history.
  ///
  /// - Returns: The decision's value.
  /// - Throws: The fault that `decide` throws; then nothing is written.
  ///   ``StoreAPI/StoreFault/unauthorized`` if there is no such customer, because a reset has given
  ///   the account another number, or if the device that the decision needs was removed.
  ///   ``StoreAPI/StoreFault/unavailable(_:)`` if the terms of the decision's market are not those of
  ///   the store any more.
  func transact<Value: Sendable>(
    _ customer: CustomerNumber, needs: LedgerNeeds,
    decide: @escaping @Sendable (Ledger, StoreSettings) throws(StoreFault) -> Decision<Value>
  ) async throws(StoreFault) -> Value

  /// Settles at most `limit` subscriptions that are due until `date`, oldest first for all customers,
  /// in one transaction.
  ///
  /// Each is settled at its due date, with the settings and with the version of the catalogue that was
  /// sold then. If the store's clock shows an earlier time than the last due date when the machine's
  /// shows `settlement.wall`, it moves there. The cost does not grow with the customers' histories.
  ///
  /// - Returns: How far everything is settled.
  func settle(
    until date: Date, limit: Int, _ settlement: SettlementContext
  ) async throws(StoreFault) -> SettlementProgress

  /// Settles what is due, calls `decide` with the present catalogue, and writes the version that it
  /// returns, its offer key and its effect on each affected customer, all in one transaction; see
  /// ``SettledChange``.
  ///
  /// The version is valid from the time that the store's clock shows when the machine's shows
  /// `settlement.wall`, and what is due until then is settled before. The customers are found by index;
  /// the cost grows with their number only.
  ///
  /// - Returns: The published version, or the present one if it is the same.
  /// - Throws: The fault that `decide` throws; then nothing is written.
  func publish(
    _ settlement: SettlementContext,
    decide: @escaping @Sendable (CatalogueState) throws(StoreFault) -> Publication
  ) async throws(StoreFault) -> SettledChange<PublishedCatalogue>
}

/// What storage needs to settle due subscriptions inside a transaction.
package struct SettlementContext: Sendable {
  /// The time of the machine's clock.
  package var wall: MachineTime
  /// Returns the market of some terms, and may read the catalogue of their version for it.
  package var market: @Sendable (MarketTerms, _ catalogue: () throws -> Catalogue) throws -> Market

  package init(
    wall: MachineTime,
    market: @escaping @Sendable (MarketTerms, _ catalogue: () throws -> Catalogue) throws -> Market
  ) {
    self.wall = wall
    self.market = market
  }
}

/// The entries that a decision needs besides the current ones.
package struct LedgerNeeds: Hashable, Sendable {
  /// The device that must be signed in; `nil` if the request is not a device's.
  package var device: Int64?
  package var order: OrderKey?
  package var transactions: [TransactionID]
  /// The nonce of a signed offer, which the ledger has only if it was used.
  package var nonce: OfferNonce?
  /// An offer code, whose use the ledger has.
  package var offerCode: String?
  /// The terms of the market by which the decision is made; `nil` if it needs none.
  package var terms: MarketTerms?

  package init(
    device: Int64? = nil, order: OrderKey? = nil, transactions: [TransactionID] = [],
    nonce: OfferNonce? = nil, offerCode: String? = nil, terms: MarketTerms? = nil
  ) {
    self.terms = terms
    self.device = device
    self.order = order
    self.transactions = transactions
    self.nonce = nonce
    self.offerCode = offerCode
  }
}

/// The result of a rule: events, the time, and a value for the caller.
package struct Decision<Value: Sendable>: Sendable {
  package var draft: LedgerDraft
  /// The time of the decision; if it changes something, the store's time is never earlier again.
  package var now: Date
  /// The clock afterwards; `nil` if it does not change.
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

/// Reads ledgers.
package protocol LedgerReading: Sendable {
  /// Returns the customer's ledger, as ``LedgerTransacting/transact(_:needs:decide:)`` loads it.
  func ledger(
    of customer: CustomerNumber, needs: LedgerNeeds
  ) async throws(StoreFault) -> Ledger

  /// Returns the customer with the subscription or the order that is due first, or `nil` if none is
  /// due until `date`.
  func nextDue(until date: Date) async throws(StoreFault) -> DueSettlement?

  /// Returns when the customer's next subscription or order is due.
  func nextDue(of customer: CustomerNumber) async throws(StoreFault) -> Date?

  /// Returns the holdings of a customer, read in one snapshot.
  func holdings(of customer: CustomerNumber) async throws(StoreFault) -> StoredHoldings

  /// Returns at most `limit` unfinished transactions that may be delivered on a device and whose IDs
  /// are greater than `id`, in the order of their IDs.
  ///
  /// The cost grows with `limit` only.
  func unfinished(
    of customer: CustomerNumber, device: Int64, after id: TransactionID?, limit: Int
  ) async throws(StoreFault) -> [LedgerTransaction]

  /// Returns some of the customer's transactions, in falling order of their IDs.
  ///
  /// The cost grows with the query's limit only.
  func transactions(
    of customer: CustomerNumber, _ query: HistoryQuery
  ) async throws(StoreFault) -> [LedgerTransaction]

  /// Returns the transaction with this ID, or `nil` if the customer has none.
  func transaction(
    _ id: TransactionID, of customer: CustomerNumber
  ) async throws(StoreFault) -> LedgerTransaction?

  /// Returns at most `limit` events after `sequence`, oldest first.
  func events(
    of customer: CustomerNumber, after sequence: Int64, limit: Int
  ) async throws(StoreFault) -> [StoredEvent]

  /// Returns a customer's subscription in a group, with its current transaction.
  func subscription(
    in groupID: String, of customer: CustomerNumber
  ) async throws(StoreFault) -> StoredSubscription?

  /// Returns a plan that a family member shares with a customer, by the original ID of the purchaser's
  /// subscription, with its current transaction.
  func sharedPlan(
    _ purchaserOriginalID: TransactionID, of customer: CustomerNumber
  ) async throws(StoreFault) -> StoredSubscription?

  /// Returns the transaction with this ID, of any customer, or `nil` if this epoch has none.
  func storedTransaction(
    _ id: TransactionID
  ) async throws(StoreFault) -> StoredTransaction?

  /// Returns the customer of an account, or `nil` if there is no such account.
  func buyer(named account: String) async throws(StoreFault) -> Buyer?

  /// Returns the orders of all customers that wait, in the order of their numbers.
  func waitingOrders() async throws(StoreFault) -> [StoredOrder]

  /// Returns the order with this number, of any customer, or `nil` if none waits.
  func waitingOrder(_ number: TransactionID) async throws(StoreFault) -> StoredOrder?

  /// Returns the customers with an active subscription to this product, in the order of their
  /// accounts' names.
  func subscribers(to productID: String) async throws(StoreFault) -> [Subscriber]

  /// Returns at most `limit` transactions of the store or of one account, newest first.
  ///
  /// Those of the store are in falling order of their dates and IDs, those of one account in falling
  /// order of their IDs. The cost grows with `limit` only.
  ///
  /// - Parameters:
  ///   - account: The name of the account; `nil` for the whole store.
  ///   - last: The transaction after which the list begins; `nil` for the newest.
  ///   - limit: The most transactions.
  /// - Returns: The transactions.
  /// - Throws: The fault of every method.
  func allTransactions(
    account: String?, before last: LedgerTransaction?, limit: Int
  ) async throws(StoreFault) -> [StoredTransaction]

  /// Returns at most `limit` subscriptions of the store, own and shared, also those that have ended, each
  /// as the transaction of its current or last period.
  ///
  /// They are in falling order of their customers' numbers, those of one customer in falling order of
  /// their original IDs. The cost grows with `limit` only.
  ///
  /// - Parameters:
  ///   - last: A transaction of the subscription after which the list begins; `nil` for the latest
  ///     customer's.
  ///   - limit: The most subscriptions.
  /// - Returns: The transactions; each has its ``StoredTransaction/subscription``.
  /// - Throws: The fault of every method.
  func allSubscriptions(
    before last: StoredTransaction?, limit: Int
  ) async throws(StoreFault) -> [StoredTransaction]
}

/// Some of a customer's transactions, counted from the newest.
package struct HistoryQuery: Hashable, Sendable {
  /// Only this product's transactions; `nil` for those of all products.
  package var productID: String?
  /// Whether finished consumables are included that were not revoked.
  package var includingFinishedConsumables: Bool
  /// All are older than this transaction; `nil` for the newest.
  package var before: TransactionID?
  /// The most transactions.
  package var limit: Int

  package init(
    productID: String? = nil, includingFinishedConsumables: Bool = true,
    before: TransactionID? = nil, limit: Int
  ) {
    self.productID = productID
    self.includingFinishedConsumables = includingFinishedConsumables
    self.before = before
    self.limit = limit
  }
}

extension HistoryQuery {
  /// Selects what a request for a page asks for.
  init(_ request: TransactionsRequest, before: TransactionID?, limit: Int) {
    self.init(
      productID: request.productID,
      includingFinishedConsumables: request.includingFinishedConsumables, before: before,
      limit: limit)
  }
}

/// The customer of a subscription whose renewal, failure or expiration is due, or of an order that
/// lapses, and the due date.
package struct DueSettlement: Hashable, Sendable {
  package var customer: CustomerNumber
  package var date: Date

  package init(customer: CustomerNumber, date: Date) {
    self.customer = customer
    self.date = date
  }
}

extension DueSettlement: Comparable {
  /// Returns whether one is settled before another.
  package static func < (one: DueSettlement, other: DueSettlement) -> Bool {
    (one.date, one.customer.rawValue) < (other.date, other.customer.rawValue)
  }
}

/// The holdings of a customer, not signed yet; see ``StoreAPI/Holdings``.
package struct StoredHoldings: Hashable, Sendable {
  package var latest: [LedgerTransaction]
  package var subscriptions: [StoredSubscription]
  /// The orders that wait or were not approved, in the order of their numbers.
  package var orders: [CustomerOrder]
  package var sequence: Int64

  package init(
    latest: [LedgerTransaction], subscriptions: [StoredSubscription],
    orders: [CustomerOrder] = [], sequence: Int64
  ) {
    self.latest = latest
    self.subscriptions = subscriptions
    self.orders = orders
    self.sequence = sequence
  }
}

/// A subscription and the transaction of its current or last period.
package struct StoredSubscription: Hashable, Sendable {
  package var subscription: Subscription
  package var transaction: LedgerTransaction

  /// Whether a family member pays for it.
  package var isShared: Bool { transaction.shared != nil }

  package init(subscription: Subscription, transaction: LedgerTransaction) {
    self.subscription = subscription
    self.transaction = transaction
  }
}

/// An event and its number, which grows with every event of any customer.
package struct StoredEvent: Hashable, Sendable {
  package var sequence: Int64
  package var change: LedgerChange

  package init(sequence: Int64, change: LedgerChange) {
    self.sequence = sequence
    self.change = change
  }
}

/// A customer with an active subscription.
package struct Subscriber: Hashable, Sendable {
  package var account: String
  package var customer: CustomerNumber

  package init(account: String, customer: CustomerNumber) {
    self.account = account
    self.customer = customer
  }
}

/// A customer for whom the operator buys.
package struct Buyer: Hashable, Sendable {
  package var customer: CustomerNumber
  /// The numbers of the devices that are signed in, oldest first.
  package var devices: [Int64]

  package init(customer: CustomerNumber, devices: [Int64]) {
    self.customer = customer
    self.devices = devices
  }
}

/// An order that waits, with its customer and account.
package struct StoredOrder: Hashable, Sendable {
  package var account: String
  package var customer: CustomerNumber
  package var order: WaitingOrder

  package init(account: String, customer: CustomerNumber, order: WaitingOrder) {
    self.account = account
    self.customer = customer
    self.order = order
  }
}

/// A transaction with its customer and account, and the subscription that it speaks for.
package struct StoredTransaction: Hashable, Sendable {
  package var account: String
  package var customer: CustomerNumber
  package var transaction: LedgerTransaction
  /// The subscription, own or shared, whose current or last period it is; `nil` for any other
  /// transaction.
  package var subscription: Subscription?

  package init(
    account: String, customer: CustomerNumber, transaction: LedgerTransaction,
    subscription: Subscription? = nil
  ) {
    self.account = account
    self.customer = customer
    self.transaction = transaction
    self.subscription = subscription
  }
}
