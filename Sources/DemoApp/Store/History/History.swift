package import Foundation

/// A transaction of the customer, with the amount paid for it.
package struct HistoryEntry: Hashable, Sendable {
  package let owned: Owned
  /// Only auto-renewable subscriptions have one.
  package internal(set) var groupID: String?
  package internal(set) var isRenewal = false
  package internal(set) var quantity = 1
  /// The state of the customer's refund request; `nil` without a request.
  package internal(set) var refundRequest: RefundRequest?
  /// The total charge, in its currency.
  package let displayPrice: String
  /// The refunded amount, with a minus sign; without a refund, the whole price.
  package let displayRefund: String
  /// The total charge; `nil` if the app cannot add it to others.
  package internal(set) var paid: Money?
  /// The refunded amount, without a sign; without a refund, the whole price.
  package internal(set) var refunded: Money?
}

/// The state of a customer's refund request.
package enum RefundRequest: String, Hashable, Sendable {
  case pending = "PENDING"
  case granted = "GRANTED"
  case declined = "DECLINED"
}

/// The customer's purchases, renewals and refunds, newest first, as far as their pages were read.
package struct History: Equatable, Sendable {
  /// One row; a transaction that was refunded has two, because money moved twice.
  package struct Entry: Equatable, Sendable {
    package enum Event: String, Sendable {
      case bought, renewed, shared, refunded
      /// A family member no longer shares it.
      case notShared = "not shared"
    }

    package let event: Event
    package let date: Date
    package let purchase: HistoryEntry
  }

  /// The reason why some transactions are missing.
  package enum Incompleteness: Equatable, Sendable {
    /// The store does not answer: the history has only what the device keeps.
    case offline
    /// The history has what was read before the store stopped answering.
    case stoppedAnswering
    /// This number of transactions cannot be verified.
    case notVerified(Int)
    /// Another reason, as the end of a sentence.
    case other(String)
  }

  package let entries: [Entry]
  /// Whether there is another page, with older transactions.
  package let hasMore: Bool
  /// The reason why transactions are missing from the pages that were read; `nil` if they are
  /// complete.
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

  /// Returns this history after the store has stopped answering: the entries that were read stay,
  /// and later ones that the device keeps are added.
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
  /// Whether both entries are the same payment or refund.
  func isSame(as other: History.Entry) -> Bool { number == other.number && event == other.event }

  /// The state of the refund request, if the money was not returned.
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

  /// The amount that was paid, or with a minus sign the amount that was refunded; empty if the
  /// customer paid nothing.
  package var amount: String {
    switch event {
    case .bought, .renewed: purchase.displayPrice
    case .refunded: purchase.displayRefund
    case .shared, .notShared: ""
    }
  }
}
