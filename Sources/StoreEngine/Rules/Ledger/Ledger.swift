package import AppStorePayloads
package import StoreAPI

/// The state of one customer, as far as decisions need it.
///
/// A ledger is the fold of its events (``apply(_:)``). Storage loads only the entries that a
/// decision needs: the current transactions, and others by ID on request. So the cost of a decision
/// does not grow with the customer's history.
package struct Ledger: Hashable, Sendable {
  package let customer: CustomerNumber
  /// The numbers of the store.
  package let numbers: TransactionNumbers
  /// The number of transactions that the customer has had, in this store and in the backup from which
  /// the store was made.
  package var lastCount: UInt64 = 0
  /// The loaded transactions; the customer may have others.
  package var transactions: [TransactionID: LedgerTransaction] = [:]
  /// The transaction of each non-consumable that the customer owns, by product ID.
  package var owned: [String: TransactionID] = [:]
  /// By subscription group; the current transaction of each is among ``transactions``.
  package var subscriptions: [String: Subscription] = [:]
  /// The orders that wait, by their numbers.
  package var waitingOrders: [TransactionID: WaitingOrder] = [:]
  /// The last order of each product that was not approved, by product ID.
  package var unapprovedOrders: [String: UnapprovedOrder] = [:]
  /// The subscriptions that family members share, by the original ID of the purchaser's; the current
  /// transaction of each is among ``transactions``.
  package var sharedPlans: [TransactionID: SharedPlan] = [:]
  /// The transactions of the non-consumables that family members share, by the purchaser's.
  package var sharedPurchases: [TransactionID: TransactionID] = [:]
  /// The messages of family members, in their order; they are applied before anything else.
  package var inbox: [FamilyMessage] = []
  /// The family members with whom the customer shares.
  package var recipients: [CustomerNumber] = []
  /// The loaded orders.
  package var orders: [OrderKey: OrderRecord] = [:]
  /// The loaded nonces of signed offers that were used, by any customer.
  package var usedNonces: Set<OfferNonce> = []
  /// The redemptions of the loaded offer codes.
  package var codeUses: [String: OfferCodeUse] = [:]

  /// The loaded extensions that the developer requested.
  package var grantedExtensions: [ExtensionRequest.Key: GrantedExtension] = [:]

  package init(customer: CustomerNumber, numbers: TransactionNumbers = .original) {
    self.customer = customer
    self.numbers = numbers
  }

  /// The ID of the next transaction.
  package var nextTransactionID: TransactionID {
    numbers.transaction(lastCount + 1, of: customer)
  }

  /// The number of the subscription period that the next transaction charges.
  package var nextLineItem: UInt64 { numbers.lineItem(lastCount + 1, of: customer) }

  /// The ledger with only the entries that every decision needs, as storage loads it.
  package var current: Ledger {
    var current = self
    let needed = Set(owned.values).union(subscriptions.values.map(\.transactionID))
      .union(sharedPurchases.values).union(sharedPlans.values.map(\.subscription.transactionID))
    current.transactions = transactions.filter { needed.contains($0.key) }
    current.orders = [:]
    current.usedNonces = []
    current.codeUses = [:]
    current.grantedExtensions = [:]
    return current
  }

  /// Returns a transaction that the ledger refers to, and that is loaded for this reason.
  package func current(_ id: TransactionID) -> LedgerTransaction {
    guard let transaction = transactions[id] else {
      preconditionFailure("transaction \(id) is referred to but not in the ledger")
    }
    return transaction
  }
}

/// The state of an order key that cannot be used for a new order.
package enum OrderRecord: Hashable, Sendable {
  case settled(request: OrderRequest, outcome: OrderOutcome)
  /// The key was closed before the order arrived, or the order's transaction was deleted; the order is
  /// refused if it arrives later.
  case closed
  /// It asks for a product for which an order of the customer waited already: the key has the fate of
  /// that order's.
  case repeated(original: OrderKey)
}

/// The values that identify an order under its key: an order with the same values is the same.
package struct OrderRequest: Codable, Hashable, Sendable {
  package var productID: String
  package var quantity: Int
  package var appAccountToken: LowercaseUUID?
  package var offer: OrderOffer?

  enum CodingKeys: String, CodingKey, CaseIterable {
    case productID, quantity, appAccountToken, offer
  }

  package init(_ order: Order) {
    productID = order.productID
    quantity = order.quantity
    appAccountToken = order.appAccountToken
    offer = order.offer
  }
}

/// The result of an order; see ``StoreAPI/Purchase``.
package struct OrderOutcome: Codable, Hashable, Sendable {
  package var transactionID: TransactionID
  package var alreadyOwned = false
  package var scheduled = false

  enum CodingKeys: String, CodingKey, CaseIterable { case transactionID, alreadyOwned, scheduled }
}
