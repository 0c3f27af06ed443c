package import Foundation

extension InAppPurchaseReceipt {
  /// Creates the entry of a transaction.
  ///
  /// - Parameters:
  ///   - transaction: The transaction.
  ///   - upgradeDate: When an upgrade replaced the transaction, or `nil` to use its purchase date;
  ///     read only if it was upgraded.
  package init(_ transaction: TransactionPayload, upgradeDate: Date?) {
    let isIntroductory = transaction.offerType == .introductory
    let isFree = transaction.offerDiscountType == .freeTrial
    let upgraded = transaction.isUpgraded == true ? upgradeDate ?? transaction.purchaseDate : nil
    self.init(
      quantity: transaction.quantity, productID: transaction.productId,
      transactionID: transaction.transactionId,
      originalTransactionID: transaction.originalTransactionId,
      purchaseDate: transaction.purchaseDate.wholeSeconds,
      originalPurchaseDate: transaction.originalPurchaseDate.wholeSeconds,
      expiresDate: transaction.expiresDate?.wholeSeconds,
      webOrderLineItemID: transaction.webOrderLineItemId.flatMap { Int64($0) },
      cancellationDate: (transaction.revocationDate ?? upgraded)?.wholeSeconds,
      isTrialPeriod: isIntroductory && isFree, isInIntroOfferPeriod: isIntroductory && !isFree)
  }

  /// Returns the entries of some transactions of one customer, in the order of their IDs.
  ///
  /// An upgraded transaction is cancelled on the purchase date of the next one of its subscription.
  package static func receipts(of transactions: [TransactionPayload]) -> [InAppPurchaseReceipt] {
    var laterPurchases: [TransactionID: Date] = [:]
    var receipts: [InAppPurchaseReceipt] = []
    for transaction in transactions.sorted(by: { $0.transactionId > $1.transactionId }) {
      let original = transaction.originalTransactionId
      receipts.append(Self(transaction, upgradeDate: laterPurchases[original]))
      laterPurchases[original] = transaction.purchaseDate
    }
    return receipts.reversed()
  }
}
