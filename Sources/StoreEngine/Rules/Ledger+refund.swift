package import Foundation
package import StoreAPI

extension Ledger {
  /// Gives back what is left of the price of a transaction that is at hand, and takes away what it
  /// paid for.
  ///
  /// Of the latest period of a subscription, the subscription is revoked; of an earlier or upgraded
  /// one, that transaction alone. All that is due until `now` must have been settled.
  /// Source: "Handling refund notifications" and "Product.SubscriptionInfo.RenewalState".
  ///
  /// - Throws: As ``StoreAPI/OperatorCommand/refund(transactionID:)`` says; then nothing is given back.
  package func refund(_ id: TransactionID, at now: Date) throws(StoreFault) -> [LedgerEvent] {
    guard let transaction = transactions[id] else { throw .unknownTransaction(id) }
    if let revocation = transaction.revocation { throw .alreadyRefunded(id, revocation.date) }
    let rest = transaction.price - transaction.refunded
    guard rest > 0 else { throw .nothingToRefund(id) }
    let refund = LedgerEvent.refunded(
      transactionID: id, amount: rest,
      revocation: .init(refunding: rest, of: transaction.price, at: now))
    return [refund] + revocation(of: transaction, at: now)
  }

  /// What the refund of a transaction means to its subscription.
  private func revocation(of transaction: LedgerTransaction, at now: Date) -> [LedgerEvent] {
    guard let groupID = transaction.period?.groupID,
      subscriptions[groupID]?.transactionID == transaction.id
    else { return [] }
    return [.revoked(groupID: groupID, date: now)]
  }
}

extension LedgerTransaction.Revocation {
  /// A refund for which no issue of the app was named.
  ///
  /// Source: "revocationType" and "revocationPercentage" in the documentation of the App Store
  /// Server API: rounded to three decimal places of a percent, in milliunits.
  fileprivate init(refunding amount: Decimal, of price: Decimal, at date: Date) {
    self.init(
      date: date, reason: .other, type: amount == price ? .refundFull : .refundProrated,
      percentage: Int32((amount / price * 100).milliunits))
  }
}
