package import StoreAPI

/// What the store knows of one customer, as far as decisions need it.
///
/// A ledger is the fold of its events (``apply(_:)``). Storage loads only what can matter to the
/// decision at hand: the current transactions, and others by ID on request; so a decision's cost
/// does not grow with the years.
package struct Ledger: Hashable, Sendable {
  package let customer: CustomerNumber
  /// The last of the customer's numbers that has been given away.
  package var lastCount: UInt64 = 0
  /// The transactions that are at hand; not all of the customer's.
  package var transactions: [TransactionID: LedgerTransaction] = [:]
  /// The transaction of each non-consumable that the customer owns, by product ID.
  package var owned: [String: TransactionID] = [:]
  /// By subscription group; the current transaction of each is among ``transactions``.
  package var subscriptions: [String: Subscription] = [:]
  /// The orders that are at hand.
  package var orders: [OrderKey: OrderRecord] = [:]

  package init(customer: CustomerNumber) {
    self.customer = customer
  }

  /// The ID of the next transaction.
  package var nextTransactionID: TransactionID {
    TransactionID(rawValue: customer.number(lastCount + 1))
  }

  /// A transaction that the ledger itself refers to, and which is therefore at hand.
  package func current(_ id: TransactionID) -> LedgerTransaction {
    guard let transaction = transactions[id] else {
      preconditionFailure("transaction \(id) is referred to but not in the ledger")
    }
    return transaction
  }
}

/// What became of an order, under its key.
package enum OrderRecord: Hashable, Sendable {
  case settled(request: OrderRequest, outcome: OrderOutcome)
  /// Given up before it came: a late copy is refused.
  case closed
}

/// What an order asked for; the same again is the same order.
package struct OrderRequest: Codable, Hashable, Sendable {
  package var productID: String
  package var quantity: Int
  package var appAccountToken: LowercaseUUID?

  enum CodingKeys: String, CodingKey, CaseIterable { case productID, quantity, appAccountToken }

  package init(_ order: Order) {
    productID = order.productID
    quantity = order.quantity
    appAccountToken = order.appAccountToken
  }
}

/// The transaction that answers an order, and how it came to be that one.
package struct OrderOutcome: Codable, Hashable, Sendable {
  package var transactionID: TransactionID
  package var alreadyOwned: Bool
  package var scheduled: Bool

  enum CodingKeys: String, CodingKey, CaseIterable { case transactionID, alreadyOwned, scheduled }

  package init(transactionID: TransactionID, alreadyOwned: Bool = false, scheduled: Bool = false) {
    self.transactionID = transactionID
    self.alreadyOwned = alreadyOwned
    self.scheduled = scheduled
  }
}
