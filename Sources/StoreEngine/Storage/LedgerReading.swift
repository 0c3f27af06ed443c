package import AppStorePayloads
package import Foundation
package import StoreAPI

/// Reads ledgers.
package protocol LedgerReading: Sendable {
  /// Returns the customer's ledger, as ``LedgerTransacting/transact(_:needs:decide:)`` loads it.
  func ledger(
    of customer: CustomerNumber, needs: LedgerNeeds
  ) async throws(StoreError) -> Ledger

  /// Returns the customer with the subscription or the order that is due first, or `nil` if none is
  /// due until `date`.
  func nextDue(until date: Date) async throws(StoreError) -> DueSettlement?

  /// Returns when the customer's next subscription or order is due.
  func nextDue(of customer: CustomerNumber) async throws(StoreError) -> Date?

  /// Returns at most `limit` transactions about which the developer's server is to be asked again at
  /// `now`, as ``ConsumptionRequests`` says, the earliest due first.
  ///
  /// The cost grows with the number of refund requests of the last two days only.
  func dueConsumptionRequests(
    at now: Date, limit: Int
  ) async throws(StoreError) -> [DueConsumptionRequest]

  /// Returns the first date after `now` on which the developer's server is to be asked again; `nil` if
  /// there is none.
  ///
  /// The cost is that of ``dueConsumptionRequests(at:limit:)``.
  func nextConsumptionRequestDate(after now: Date) async throws(StoreError) -> Date?

  /// Returns the purchases of a customer, read in one snapshot.
  func purchases(of customer: CustomerNumber) async throws(StoreError) -> StoredPurchases

  /// Returns at most `limit` unfinished transactions that may be delivered on a device and whose IDs
  /// are greater than `id`, in the order of their IDs.
  ///
  /// The cost grows with `limit` only.
  func unfinished(
    of customer: CustomerNumber, device: Int64, after id: TransactionID?, limit: Int
  ) async throws(StoreError) -> [LedgerTransaction]

  /// Returns some of the customer's transactions, in falling order of their IDs.
  ///
  /// The cost grows with the query's limit only.
  func transactions(
    of customer: CustomerNumber, _ query: HistoryQuery
  ) async throws(StoreError) -> [LedgerTransaction]

  /// Returns a page of the customer's transactions, in the order of their last modifications.
  ///
  /// The cost grows with the query's limit and with the number of products that the customer has
  /// bought. A page reads a limited number of transactions that its dates exclude; see
  /// ``ModifiedTransactionsPage/hasMore``.
  func modifiedTransactions(
    of customer: CustomerNumber, _ query: ModifiedTransactionsQuery
  ) async throws(StoreError) -> ModifiedTransactionsPage

  /// Returns at most `limit` transactions that were refunded to the customer and come after
  /// `place`, in the order of their places. Transactions that a family member paid for are not
  /// included.
  ///
  /// The cost grows with `limit` only.
  func refundedTransactions(
    of customer: CustomerNumber, after place: RefundPlace?, limit: Int
  ) async throws(StoreError) -> [RefundedTransaction]

  /// Returns whether an account has this customer number in the present epoch.
  func hasCustomer(_ customer: CustomerNumber) async throws(StoreError) -> Bool

  /// Returns the transaction with this ID, or `nil` if the customer has none.
  func transaction(
    _ id: TransactionID, of customer: CustomerNumber
  ) async throws(StoreError) -> LedgerTransaction?

  /// Returns at most `limit` events after `sequence`, oldest first, without their notifications.
  func events(
    of customer: CustomerNumber, after sequence: Int64, limit: Int
  ) async throws(StoreError) -> [StoredEvent]

  /// Returns one of the customer's subscriptions, own or shared, with its current transaction.
  func subscription(
    _ key: SubscriptionKey, of customer: CustomerNumber
  ) async throws(StoreError) -> StoredSubscription?

  /// Returns the transaction with this ID, of any customer, or `nil` if this epoch has none.
  func storedTransaction(
    _ id: TransactionID
  ) async throws(StoreError) -> StoredTransaction?

  /// Returns the customer that has the transaction with this ID, or `nil` if this epoch has no such
  /// transaction.
  func customer(of id: TransactionID) async throws(StoreError) -> CustomerNumber?

  /// Returns the customer of an account, or `nil` if there is no such account.
  func buyer(named account: String) async throws(StoreError) -> Buyer?

  /// Returns the orders of all customers that wait, in the order of their numbers.
  func waitingOrders() async throws(StoreError) -> [StoredOrder]

  /// Returns the order with this number, of any customer, or `nil` if none waits.
  func waitingOrder(_ number: TransactionID) async throws(StoreError) -> StoredOrder?

  /// Returns the customers with an active subscription to this product, in the order of their
  /// accounts' names.
  func subscribers(to productID: String) async throws(StoreError) -> [Subscriber]

  /// Returns at most `limit` transactions of the store or of one account, newest first.
  ///
  /// Those of the store are in falling order of their dates and IDs, those of one account in falling
  /// order of their IDs. The cost grows with `limit` only.
  ///
  /// - Parameters:
  ///   - account: The name of the account; `nil` for the whole store.
  ///   - last: The transaction after which the list begins; `nil` for the newest.
  ///   - limit: The maximum number of transactions.
  /// - Returns: The transactions.
  /// - Throws: The error of every method.
  func allTransactions(
    account: String?, before last: LedgerTransaction?, limit: Int
  ) async throws(StoreError) -> [StoredTransaction]

  /// Returns at most `limit` subscriptions of the store, own, shared and ended, each as the
  /// transaction of its current or last period.
  ///
  /// They are in falling order of their customers' numbers, those of one customer in falling order of
  /// their original IDs. The cost grows with `limit` only.
  ///
  /// - Parameters:
  ///   - last: A transaction of the subscription after which the list begins; `nil` for the latest
  ///     customer's.
  ///   - limit: The maximum number of subscriptions.
  /// - Returns: The transactions; each has its ``StoredTransaction/subscription``.
  /// - Throws: The error of every method.
  func allSubscriptions(
    before last: StoredTransaction?, limit: Int
  ) async throws(StoreError) -> [StoredTransaction]
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

/// Identifies a subscription among those that a customer has.
package enum SubscriptionKey: Hashable, Sendable {
  /// The customer's own subscription in a group.
  case own(groupID: String)
  /// A plan that a family member shares, by the original ID of the customer's transactions.
  case shared(TransactionID)
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
