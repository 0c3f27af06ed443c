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
    let transaction = try refundable(id)
    let rest = transaction.price - transaction.refunded
    let refund = LedgerEvent.refunded(
      transactionID: id, amount: rest,
      revocation: .init(refunding: rest, of: transaction.price, at: now))
    return [refund] + endOfRenewal(afterRequestFor: transaction)
      + revocation(of: transaction, at: now)
  }

  /// Returns a transaction of which something can be refunded.
  ///
  /// - Throws: ``StoreAPI/StoreFault/unknownTransaction(_:)``,
  ///   ``StoreAPI/StoreFault/familyShared(_:)``,
  ///   ``StoreAPI/StoreFault/alreadyRefunded(_:_:)`` and ``StoreAPI/StoreFault/nothingToRefund(_:)``.
  func refundable(_ id: TransactionID) throws(StoreFault) -> LedgerTransaction {
    guard let transaction = transactions[id] else { throw .unknownTransaction(id) }
    guard transaction.shared == nil else { throw .familyShared(id) }
    if let revocation = transaction.revocation { throw .alreadyRefunded(id, revocation.date) }
    let isFree = transaction.price == 0 && !transaction.isUpgraded
    guard transaction.refunded < transaction.price || isFree else { throw .nothingToRefund(id) }
    return transaction
  }

  /// Returns the events by which a granted request turns the subscription's renewal off.
  ///
  /// If the refund ends the subscription, its renewal is turned off before. Source: "AUTO_RENEW_DISABLED"
  /// in the documentation of App Store Server Notifications.
  private func endOfRenewal(afterRequestFor transaction: LedgerTransaction) -> [LedgerEvent] {
    guard transaction.refundRequest != nil, let groupID = transaction.period?.groupID,
      let subscription = subscriptions[groupID], subscription.isActive,
      subscription.originalID == transaction.originalID
    else { return [] }
    return subscription.transactionID == transaction.id
      ? subscription.renew(as: subscription.autoRenewPreference, willAutoRenew: false)
      : subscription.setAutoRenew(false)
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
