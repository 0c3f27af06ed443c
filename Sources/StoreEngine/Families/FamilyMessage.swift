package import AppStorePayloads
package import Foundation

// The messages between the ledgers of a family. Invariants; the tests name their numbers:
//
// 1. A message is stored in the transaction of its cause, and deleted in the transaction that applies
//    it: it is applied once.
// 2. A customer's messages are applied in their order, before anything else is decided about the
//    customer.
// 3. A message has the date of its cause, and its events have this date.
// 4. Applying a message makes no message.

/// A message from the ledger of a purchaser to that of a family member.
package struct FamilyMessage: Hashable, Sendable {
  /// The number under which it is stored; `nil` if it is not stored yet.
  package var number: Int64?
  package var recipient: CustomerNumber
  package var date: Date
  package var body: Body

  /// The content of a message.
  package struct Body: Codable, Hashable, Sendable {
    package var purchaser: CustomerNumber
    package var change: Change

    enum CodingKeys: String, CodingKey, CaseIterable {
      case purchaser
      case change = "news"
    }
  }

  /// A change of a shared purchase.
  package enum Change: Codable, Hashable, Sendable {
    /// The purchaser owns a non-consumable.
    case purchased(transaction: LedgerTransaction)
    /// The purchaser's subscription, its current transaction, and the transaction that an upgrade has
    /// replaced.
    case subscription(
      state: Subscription, transaction: LedgerTransaction, upgraded: TransactionID?)
    /// A transaction was refunded to the purchaser, or deleted. Messages of earlier versions, and those of
    /// a deletion, have no reason.
    case refunded(transactionID: TransactionID, reason: RevocationReason? = nil)
    /// The purchaser no longer shares anything with the recipient.
    case sharingEnded

    enum CodingKeys: String, CodingKey, CaseIterable {
      case purchased, subscription, refunded, sharingEnded
    }
    enum PurchasedCodingKeys: String, CodingKey, CaseIterable { case transaction }
    enum SubscriptionCodingKeys: String, CodingKey, CaseIterable {
      case state, transaction, upgraded
    }
    enum RefundedCodingKeys: String, CodingKey, CaseIterable { case transactionID, reason }
  }

  package init(number: Int64? = nil, to recipient: CustomerNumber, at date: Date, body: Body) {
    self.number = number
    self.recipient = recipient
    self.date = date
    self.body = body
  }
}
