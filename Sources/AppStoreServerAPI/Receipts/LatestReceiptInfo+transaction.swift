package import AppStorePayloads

extension LatestReceiptInfo {
  /// Creates the entries of a customer's transactions, newest first.
  package static func list(of transactions: [TransactionPayload]) -> [LatestReceiptInfo] {
    let payloads = Dictionary(transactions.map { ($0.transactionId, $0) }) { first, _ in first }
    return InAppPurchaseReceipt.receipts(of: transactions).reversed().compactMap { purchase in
      payloads[purchase.transactionID].map { LatestReceiptInfo(purchase, of: $0) }
    }
  }

  private init(_ purchase: InAppPurchaseReceipt, of transaction: TransactionPayload) {
    let offerID = transaction.offerIdentifier
    let inApp = InAppInfo(
      purchase, cancellationReason: transaction.revocationReason,
      promotionalOfferID: transaction.offerType == .promotional ? offerID : nil,
      ownership: transaction.inAppOwnershipType)
    self.init(
      inApp, isUpgraded: transaction.isUpgraded == true,
      offerCodeReference: transaction.offerType == .code ? offerID : nil,
      groupID: transaction.subscriptionGroupIdentifier,
      appAccountToken: transaction.appAccountToken)
  }
}

extension [LatestReceiptInfo] {
  /// The first one of each auto-renewable subscription, and nothing else.
  package var firstOfEachSubscription: [LatestReceiptInfo] {
    var found: Set<TransactionID> = []
    return filter { transaction in
      let purchase = transaction.inApp.purchase
      return purchase.isSubscriptionPeriod
        && found.insert(purchase.originalTransactionID).inserted
    }
  }
}
