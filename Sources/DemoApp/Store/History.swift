package import Foundation

/// One transaction of the customer, with what was paid for it.
package struct HistoryEntry: Hashable, Sendable {
  package let owned: Owned
  /// Only auto-renewable subscriptions have one.
  package internal(set) var groupID: String?
  package internal(set) var isRenewal = false
  package internal(set) var quantity = 1
  /// What became of the customer's request for its refund; `nil` if they asked for none.
  package internal(set) var refundRequest: RefundRequest?
  /// What was charged for all of it, in the currency of the charge.
  package let displayPrice: String
  /// The refunded amount, with a minus sign; without a refund, the whole price.
  package let displayRefund: String
}

/// What became of a customer's request for a refund.
package enum RefundRequest: String, Hashable, Sendable {
  case pending = "PENDING"
  case granted = "GRANTED"
  case declined = "DECLINED"
}

/// What was bought, renewed and refunded, newest first, as far as its pages were read.
package struct History: Equatable, Sendable {
  /// One row; a transaction that was refunded has two, because money moved twice.
  package struct Entry: Equatable, Sendable {
    package enum Event: String, Sendable {
      case bought, renewed, shared, refunded
      /// A family member shares it no more.
      case notShared = "not shared"
    }

    package let event: Event
    package let date: Date
    package let purchase: HistoryEntry
  }

  /// Why some transactions are missing.
  package enum Incompleteness: Equatable, Sendable {
    /// The store does not answer: only what the device keeps is here.
    case offline
    /// What was read before the store stopped answering is here.
    case stoppedAnswering
    /// This number of transactions cannot be verified.
    case notVerified(Int)
    /// For this reason, as the end of a sentence.
    case other(String)
  }

  package let entries: [Entry]
  /// Whether there is another page, with older transactions.
  package let hasMore: Bool
  /// Why transactions of the pages that were read are missing; `nil` if none is.
  package let incompleteness: Incompleteness?
  private let purchases: [HistoryEntry]

  package init(
    _ purchases: [HistoryEntry], hasMore: Bool = false, incompleteness: Incompleteness? = nil
  ) {
    self.purchases = purchases
    self.hasMore = hasMore
    self.incompleteness = incompleteness
    entries = purchases.flatMap(Self.entries).sorted { left, right in
      (left.date, left.number, left.isEnd ? 1 : 0)
        > (right.date, right.number, right.isEnd ? 1 : 0)
    }
  }

  /// Whether it has every transaction of the customer.
  var isComplete: Bool { !hasMore && incompleteness == nil }

  /// This history after the store has stopped answering: what was read stays, and what the device keeps
  /// of later transactions is added.
  func offline(keeping kept: History) -> History {
    let known = Set(kept.purchases.map(\.owned.transactionID))
    let others = purchases.filter { !known.contains($0.owned.transactionID) }
    let asked = Dictionary(
      purchases.map { ($0.owned.transactionID, $0.refundRequest) }, uniquingKeysWith: { $1 })
    let later = kept.purchases.map { purchase in
      var purchase = purchase
      purchase.refundRequest = purchase.refundRequest ?? asked[purchase.owned.transactionID] ?? nil
      return purchase
    }
    return History(later + others, incompleteness: .stoppedAnswering)
  }

  private static func entries(of purchase: HistoryEntry) -> [Entry] {
    let owned = purchase.owned
    let event: Entry.Event =
      owned.isFamilyShared ? .shared : purchase.isRenewal ? .renewed : .bought
    let first = Entry(event: event, date: owned.purchaseDate, purchase: purchase)
    guard let date = owned.revocationDate else { return [first] }
    let end: Entry.Event = owned.isFamilyShared ? .notShared : .refunded
    return [first, Entry(event: end, date: date, purchase: purchase)]
  }

  /// The transactions of a subscription group.
  func periods(inGroup groupID: String) -> [HistoryEntry] {
    purchases.filter { $0.groupID == groupID }
  }
}

extension History.Entry {
  /// Whether both are the same movement of money.
  func isSame(as other: History.Entry) -> Bool { number == other.number && event == other.event }

  /// What became of the request for the refund, if the money was not given back.
  package var refundNote: String? {
    guard event != .refunded, purchase.owned.revocationDate == nil else { return nil }
    return switch purchase.refundRequest {
    case .pending: "refund requested"
    case .granted: "refund reversed"
    case .declined: "refund declined"
    case nil: nil
    }
  }

  fileprivate var number: UInt64 { purchase.owned.transactionID }
  fileprivate var isEnd: Bool { event == .refunded || event == .notShared }

  /// What was paid, or with a minus what was refunded; empty if the customer paid nothing.
  package var amount: String {
    switch event {
    case .bought, .renewed: purchase.displayPrice
    case .refunded: purchase.displayRefund
    case .shared, .notShared: ""
    }
  }
}
