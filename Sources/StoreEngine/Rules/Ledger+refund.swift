package import Foundation
package import StoreAPI

extension Ledger {
  /// Refunds what is left of a transaction's price, and revokes the transaction.
  ///
  /// A free transaction can be refunded too; the amount is 0. A free period that an upgrade has
  /// replaced has nothing left. The refund of a subscription's latest period revokes the subscription
  /// too. The refund of an earlier or upgraded period revokes only that transaction. Everything that is
  /// due until `now` must be settled. Source: "Handling refund notifications" and
  /// "Product.SubscriptionInfo.RenewalState".
  ///
  /// - Throws: The faults of ``StoreAPI/OperatorCommand/refund(transactionID:)``; then nothing is
  ///   refunded.
  package func refund(_ id: TransactionID, at now: Date) throws(StoreFault) -> [LedgerEvent] {
    guard let transaction = transactions[id] else { throw .unknownTransaction(id) }
    guard transaction.shared == nil else { throw .familyShared(id) }
    if let revocation = transaction.revocation { throw .alreadyRefunded(id, revocation.date) }
    let rest = transaction.price - transaction.refunded
    let isFree = transaction.price == 0 && !transaction.isUpgraded
    guard rest > 0 || isFree else { throw .nothingToRefund(id) }
    let refund = LedgerEvent.refunded(
      transactionID: id, amount: rest,
      revocation: .init(refunding: rest, of: transaction.price, at: now))
    return [refund] + revocation(of: transaction, at: now)
  }

  /// Returns the events by which a refund revokes the transaction's subscription.
  private func revocation(of transaction: LedgerTransaction, at now: Date) -> [LedgerEvent] {
    guard let groupID = transaction.period?.groupID,
      subscriptions[groupID]?.transactionID == transaction.id
    else { return [] }
    return [.revoked(groupID: groupID, date: now)]
  }
}

extension LedgerTransaction.Revocation {
  /// Creates the revocation of a refund that was not caused by an issue of the app.
  ///
  /// Source: "revocationType" and "revocationPercentage" in the documentation of the App Store
  /// Server API: rounded to three decimal places of a percent, in milliunits. All of a free price is
  /// refunded.
  fileprivate init(refunding amount: Decimal, of price: Decimal, at date: Date) {
    self.init(
      date: date, reason: .other, type: amount == price ? .refundFull : .refundProrated,
      percentage: price == 0 ? 100_000 : Int32((amount / price * 100).milliunits))
  }
}
