import AppStorePayloads
import StoreAPI
import StoreEngine
import StoreOperatorAPI

extension SKTestSession {
  /// Whether purchases wait for approval, as those of a child do; `false` unless the file says
  /// otherwise.
  ///
  /// `Product.purchase(options:)` then returns `pending`, and ``allTransactions()`` has the order. An
  /// order that nobody approves lapses after 24 hours of the store's clock.
  public var askToBuyEnabled: Bool {
    get { settings.rules.askToBuy }
    set { set(.setAskToBuy(isOn: newValue)) { $0.rules.askToBuy = newValue } }
  }

  /// Whether purchases are interrupted, so that they wait until the customer has taken a step in
  /// their account's settings; `false` unless the file says otherwise.
  ///
  /// `Product.purchase(options:)` then returns `pending`, and ``allTransactions()`` has the order,
  /// which ``resolveIssueForTransaction(identifier:)`` completes. ``askToBuyEnabled`` comes first.
  public var interruptedPurchasesEnabled: Bool {
    get { settings.rules.interruptedPurchases }
    set {
      set(.setInterruptedPurchases(isOn: newValue)) { $0.rules.interruptedPurchases = newValue }
    }
  }

  /// Approves an order that waits for approval: it is sold now, and its transaction comes through
  /// `Transaction.updates`.
  ///
  /// The transaction has a number of its own.
  ///
  /// - Parameter identifier: The order's number in ``allTransactions()``.
  /// - Throws: ``SKTestError/noTransactionFound`` if no order with this number waits for approval;
  ///   ``SKTestError/invalidProductIdentifier`` if the product is no longer sold;
  ///   ``SKTestError/invalidAction`` if its offer can no longer be used.
  public func approveAskToBuyTransaction(identifier: UInt) throws {
    try perform(.approve(orderID: TransactionID(identifier)))
  }

  /// Declines an order that waits for approval: nothing is sold.
  ///
  /// - Parameter identifier: The order's number in ``allTransactions()``.
  /// - Throws: ``SKTestError/noTransactionFound`` if no order with this number waits for approval.
  public func declineAskToBuyTransaction(identifier: UInt) throws {
    let id = TransactionID(identifier)
    guard try waitingOrder(id)?.cause == .askToBuy else {
      throw SKTestError(
        .noTransactionFound, reason: "order \(id) is not waiting for approval")
    }
    try perform(.decline(orderID: id))
  }

  /// Completes an interrupted order, or resolves the billing problem of a subscription and charges a
  /// renewal that has failed.
  ///
  /// Nothing changes for a subscription if the payment works.
  ///
  /// - Parameter identifier: The order's number in ``allTransactions()``, or the number of any
  ///   transaction of the subscription.
  /// - Throws: For an order as ``approveAskToBuyTransaction(identifier:)`` does, otherwise as
  ///   ``disableAutoRenewForTransaction(identifier:)`` does.
  public func resolveIssueForTransaction(identifier: UInt) throws {
    let id = TransactionID(identifier)
    if try waitingOrder(id) != nil {
      try perform(.resolve(orderID: id))
    } else {
      try perform(.recoverBilling(subscription: .transaction(id)))
    }
  }

  /// Returns the order that waits with this number.
  func waitingOrder(_ id: TransactionID) throws -> OperatorOrder? {
    try control { try await TestEnvironment.shared.now().0.engine.waitingOrders() }
      .first { $0.id == id }
  }
}

extension StoreEngine {
  /// The orders of the store that wait.
  func waitingOrders() async throws -> [OperatorOrder] {
    guard case .orders(let list) = try await perform(.orders).value else { return [] }
    return list
  }
}
