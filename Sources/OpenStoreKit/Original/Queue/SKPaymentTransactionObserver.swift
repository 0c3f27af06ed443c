/// Receives the changes of the payment queue, on the main queue.
///
/// Add it at launch, before anything else: ``SKPaymentQueue/add(_:)-(SKPaymentTransactionObserver)``. All
/// methods but the first are optional.
public protocol SKPaymentTransactionObserver: NSObjectProtocol {
  /// Transactions were added, or their states have changed.
  ///
  /// Deliver what is purchased or restored, then finish it; finish what has failed.
  func paymentQueue(
    _ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction])

  /// Transactions were finished, here or elsewhere, and are no longer in the queue.
  func paymentQueue(
    _ queue: SKPaymentQueue, removedTransactions transactions: [SKPaymentTransaction])

  /// The customer's purchases could not be restored; `error` is an ``SKError``.
  func paymentQueue(
    _ queue: SKPaymentQueue, restoreCompletedTransactionsFailedWithError error: any Error)

  /// All purchases that can be restored were delivered, even if there were none.
  func paymentQueueRestoreCompletedTransactionsFinished(_ queue: SKPaymentQueue)

  /// The states of downloads have changed; this store has no downloads.
  func paymentQueue(_ queue: SKPaymentQueue, updatedDownloads downloads: [SKDownload])

  /// The customer has begun a purchase in the App Store.
  ///
  /// If no observer implements this, the purchase waits for ``PurchaseIntent/intents``.
  ///
  /// - Returns: Whether the queue buys it now. If not, keep the payment and add it later, or show the
  ///   customer that it cannot be bought.
  func paymentQueue(
    _ queue: SKPaymentQueue, shouldAddStorePayment payment: SKPayment, for product: SKProduct
  ) -> Bool

  /// The App Store has revoked transactions of these products, by a refund or because a family member no
  /// longer shares them.
  ///
  /// Read the receipt or ``Transaction/currentEntitlements``: the customer may have another transaction.
  func paymentQueue(
    _ queue: SKPaymentQueue, didRevokeEntitlementsForProductIdentifiers productIdentifiers: [String]
  )

  /// The customer's storefront has changed: load the products again.
  func paymentQueueDidChangeStorefront(_ queue: SKPaymentQueue)
}

// Swift's protocols have no optional methods on Linux. An observer's own methods replace these.
extension SKPaymentTransactionObserver {
  /// Does nothing.
  public func paymentQueue(
    _ queue: SKPaymentQueue, removedTransactions transactions: [SKPaymentTransaction]
  ) {}

  /// Does nothing.
  public func paymentQueue(
    _ queue: SKPaymentQueue, restoreCompletedTransactionsFailedWithError error: any Error
  ) {}

  /// Does nothing.
  public func paymentQueueRestoreCompletedTransactionsFinished(_ queue: SKPaymentQueue) {}

  /// Does nothing.
  public func paymentQueue(_ queue: SKPaymentQueue, updatedDownloads downloads: [SKDownload]) {}

  /// Leaves the purchase to ``PurchaseIntent/intents``.
  public func paymentQueue(
    _ queue: SKPaymentQueue, shouldAddStorePayment payment: SKPayment, for product: SKProduct
  ) -> Bool {
    queue.noteMissingMethod()
    return false
  }

  /// Does nothing.
  public func paymentQueue(
    _ queue: SKPaymentQueue, didRevokeEntitlementsForProductIdentifiers productIdentifiers: [String]
  ) {}

  /// Does nothing.
  public func paymentQueueDidChangeStorefront(_ queue: SKPaymentQueue) {}
}
