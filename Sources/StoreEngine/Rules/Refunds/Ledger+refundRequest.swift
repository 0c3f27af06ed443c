package import AppStorePayloads
import Foundation
package import StoreAPI

// A customer's request for a refund. Invariants; the tests name their numbers:
//
//   (none) ── 1 requested ──► pending ──┬── 2 granted: refunded ──► granted
//                                       └── 3 declined ───────────► declined ── 2 ──► granted
//
// 1. A transaction has at most one request. A copy of it changes nothing, another is refused.
// 2. A granted request refunds the transaction, and turns the renewal of its subscription off.
// 3. A declined request changes nothing that the customer has.
// 4. A store that decides at once declines the texts REJECT and DECLINE, and grants every other.
// 5. A refund can be taken back, also one without a request: what it took away is the customer's
//    again, unless they have bought the same since. A plan keeps its expiration date and does not
//    renew.
extension Ledger {
  /// The texts with which a store that decides at once declines a request.
  ///
  /// Source: "Testing refund requests" in the documentation of StoreKit.
  private static let decliningTexts = ["REJECT", "DECLINE"]

  /// Asks for the refund of a transaction of the customer; a copy of its request changes nothing.
  ///
  /// Everything that is due until `request.date` must be settled.
  ///
  /// - Throws: The errors of
  ///   ``StoreAPI/CustomerCommand/requestRefund(transactionID:requestID:reason:text:)``.
  package func requestRefund(
    of id: TransactionID, _ request: RefundRequest, in snapshot: CatalogueSnapshot
  ) throws(StoreError) -> [LedgerEvent] {
    guard request.hasValidText else { throw .invalidRefundText }
    if let known = transactions[id]?.refundRequest {
      guard known.id == request.id else { throw .duplicateRefundRequest(transactionID: id) }
      return []
    }
    _ = try refundable(id)
    let requested = LedgerEvent.refundRequested(transactionID: id, request: request)
    guard snapshot.rules.refundsAtOnce else { return [requested] }
    var asked = self
    asked.apply(requested)
    return try [requested] + asked.decideAtOnce(id, request)
  }

  /// Declines the request for the refund of a transaction.
  ///
  /// - Throws: The errors of ``StoreOperatorAPI/OperatorCommand/DeclineRefund``.
  func declineRefund(of id: TransactionID) throws(StoreError) -> [LedgerEvent] {
    guard let transaction = transactions[id] else { throw .unknownTransaction(transactionID: id) }
    guard transaction.refundRequest?.state == .pending else {
      throw .noRefundRequest(transactionID: id)
    }
    return [.refundDeclined(transactionID: id)]
  }

  /// Takes a refund back; everything that is due until `now` must be settled.
  ///
  /// Source: "REFUND_REVERSED" in the documentation of App Store Server Notifications.
  ///
  /// - Throws: The errors of ``StoreOperatorAPI/OperatorCommand/ReverseRefund``.
  func reverseRefund(of id: TransactionID, at now: Date) throws(StoreError) -> [LedgerEvent] {
    guard let transaction = transactions[id] else { throw .unknownTransaction(transactionID: id) }
    guard transaction.shared == nil else { throw .familyShared(transactionID: id) }
    guard let revocation = transaction.revocation, let amount = transaction.refundAmount else {
      throw .notRefunded(transactionID: id)
    }
    guard !isBoughtAgain(transaction, since: revocation.date) else {
      throw .refundNotReversible(transactionID: id)
    }
    return [.refundReversed(transactionID: id, amount: amount)]
      + restoredAccess(to: transaction, at: now)
  }

  private func decideAtOnce(
    _ id: TransactionID, _ request: RefundRequest
  ) throws(StoreError) -> [LedgerEvent] {
    if let text = request.text, Self.decliningTexts.contains(text) {
      return [.refundDeclined(transactionID: id)]
    }
    return try refund(id, at: request.date)
  }

  /// Whether the customer has bought since what a refund has taken away: a product again, or another
  /// period of a plan that was not over.
  private func isBoughtAgain(_ transaction: LedgerTransaction, since date: Date) -> Bool {
    if transaction.type == .nonConsumable { return owned[transaction.productID] != nil }
    guard let period = transaction.period, !transaction.isUpgraded, date < period.expirationDate
    else { return false }
    return subscriptions[period.groupID]?.transactionID != transaction.id
  }

  /// Returns the events that restore a refunded subscription, and expire it if its period has ended.
  private func restoredAccess(to transaction: LedgerTransaction, at now: Date) -> [LedgerEvent] {
    guard let groupID = transaction.period?.groupID,
      let subscription = subscriptions[groupID], subscription.transactionID == transaction.id,
      subscription.revocationDate != nil
    else { return [] }
    let hasEnded = subscription.expirationIntent == nil && subscription.expirationDate <= now
    return [.revocationReversed(groupID: groupID)]
      + (hasEnded ? [.expired(groupID: groupID, intent: .autoRenewDisabled)] : [])
  }
}

extension RefundRequest {
  fileprivate var hasValidText: Bool {
    guard let text else { return true }
    return reason == .other && (1...Self.textLimit).contains(text.unicodeScalars.count)
  }
}
