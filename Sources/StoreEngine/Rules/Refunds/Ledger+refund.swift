package import AppStorePayloads
package import Foundation
package import StoreAPI

extension Ledger {
  /// Refunds what is left of a transaction's price, or a part of the price, and revokes the
  /// transaction.
  ///
  /// Whatever part is refunded, the customer loses what the transaction paid for: a revoked transaction is
  /// no entitlement. Source: "revocationDate" and "Transaction.currentEntitlements".
  ///
  /// A free transaction can be refunded too; the amount is 0. A free period that an upgrade has
  /// replaced has nothing left. The refund of a subscription's latest period revokes the subscription
  /// too. The refund of an earlier or upgraded period revokes only that transaction. Everything that is
  /// due until `now` must be settled. Source: "Handling refund notifications" and
  /// "Product.SubscriptionInfo.RenewalState".
  ///
  /// - Parameters:
  ///   - id: The transaction.
  ///   - reason: Why it is refunded.
  ///   - percentage: The part of the price in thousandths of a percent; `nil` for all that is left.
  ///   - now: The time of the refund.
  /// - Returns: The events.
  /// - Throws: The errors of ``StoreOperatorAPI/OperatorCommand/Refund``;
  ///   then nothing is refunded.
  package func refund(
    _ id: TransactionID, reason: RevocationReason = .other, percentage: Int32? = nil, at now: Date
  ) throws(StoreError) -> [LedgerEvent] {
    let transaction = try refundable(id)
    let amount = try transaction.refund(ofPercentage: percentage)
    let refund = LedgerEvent.refunded(
      transactionID: id, amount: amount,
      revocation: .init(
        refunding: amount, of: transaction, percentage: percentage, reason: reason, at: now))
    return [refund] + endOfRenewal(afterRequestFor: transaction)
      + revocation(of: transaction, at: now)
  }

  /// Returns a transaction that can be refunded at least in part.
  ///
  /// - Throws: ``StoreAPI/StoreError/unknownTransaction(transactionID:)``,
  ///   ``StoreAPI/StoreError/familyShared(transactionID:)``,
  ///   ``StoreAPI/StoreError/alreadyRefunded(transactionID:date:)`` and ``StoreAPI/StoreError/nothingToRefund(transactionID:)``.
  func refundable(_ id: TransactionID) throws(StoreError) -> LedgerTransaction {
    guard let transaction = transactions[id] else { throw .unknownTransaction(transactionID: id) }
    guard transaction.shared == nil else { throw .familyShared(transactionID: id) }
    if let revocation = transaction.revocation {
      throw .alreadyRefunded(transactionID: id, date: revocation.date)
    }
    let isFree = transaction.price == 0 && !transaction.isUpgraded
    guard transaction.refunded < transaction.price || isFree else {
      throw .nothingToRefund(transactionID: id)
    }
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

extension LedgerTransaction {
  /// All of a price, in thousandths of a percent.
  static let wholePercentage: Int32 = 100_000

  /// Returns the amount that refunding a part of the price gives back, rounded to the currency and
  /// never more than what an upgrade has left.
  ///
  /// - Throws: ``StoreAPI/StoreError/invalidRefundPercentage(percentage:)``.
  fileprivate func refund(ofPercentage percentage: Int32?) throws(StoreError) -> Decimal {
    let rest = price - refunded
    guard let percentage else { return rest }
    let amount = share(of: percentage)
    guard (1...Self.wholePercentage).contains(percentage), amount > 0 || price == 0 else {
      throw .invalidRefundPercentage(percentage: percentage)
    }
    return min(amount, rest)
  }

  /// A part of the price, rounded to the currency.
  func share(of percentage: Int32) -> Decimal {
    (price * Decimal(percentage) / Decimal(Self.wholePercentage))
      .rounded(to: storefront.currency)
  }
}

extension LedgerTransaction.Revocation {
  /// Creates the revocation of a refund.
  ///
  /// The percentage is the requested one, unless an upgrade has left less. It is in milliunits,
  /// rounded to three decimal places of a percent. All of a free price is refunded unless a part of
  /// it is requested. Source: "revocationType" and "revocationPercentage" in the documentation of
  /// the App Store Server API.
  fileprivate init(
    refunding amount: Decimal, of transaction: LedgerTransaction, percentage: Int32?,
    reason: RevocationReason, at date: Date
  ) {
    let whole = LedgerTransaction.wholePercentage
    let asked = percentage.flatMap { transaction.share(of: $0) == amount ? $0 : nil }
    let isFull = amount == transaction.price && (percentage ?? whole) == whole
    self.init(
      date: date, reason: reason, type: isFull ? .refundFull : .refundProrated,
      percentage: asked ?? (isFull ? whole : Self.percentage(amount, of: transaction.price)))
  }

  private static func percentage(_ amount: Decimal, of price: Decimal) -> Int32 {
    Int32(clamping: (amount / price * 100).milliunits)
  }
}
