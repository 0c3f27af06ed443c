package import Foundation

/// One transaction of the customer, with what was paid for it.
package struct HistoryEntry: Hashable, Sendable {
  package let owned: Owned
  /// Only auto-renewable subscriptions have one.
  package internal(set) var groupID: String?
  package internal(set) var isRenewal = false
  package internal(set) var quantity = 1
  /// What was charged for all of it, in the currency of the charge.
  package let displayPrice: String
  /// ``displayPrice`` as a negative amount.
  package let displayRefund: String
}

/// Everything that was bought, renewed and refunded, newest first.
package struct History: Equatable, Sendable {
  /// One row; a transaction that was refunded has two, because money moved twice.
  package struct Entry: Equatable, Sendable {
    package enum Event: String, Sendable { case bought, renewed, shared, refunded, withdrawn }

    package let event: Event
    package let date: Date
    package let purchase: HistoryEntry
  }

  package let entries: [Entry]
  private let purchases: [HistoryEntry]

  package init(_ purchases: [HistoryEntry]) {
    self.purchases = purchases
    entries = purchases.flatMap(Self.entries).sorted { left, right in
      (left.date, left.number, left.isEnd ? 1 : 0)
        > (right.date, right.number, right.isEnd ? 1 : 0)
    }
  }

  private static func entries(of purchase: HistoryEntry) -> [Entry] {
    let owned = purchase.owned
    let event: Entry.Event =
      owned.isFamilyShared ? .shared : purchase.isRenewal ? .renewed : .bought
    let first = Entry(event: event, date: owned.purchaseDate, purchase: purchase)
    guard let date = owned.revocationDate else { return [first] }
    let end: Entry.Event = owned.isFamilyShared ? .withdrawn : .refunded
    return [first, Entry(event: end, date: date, purchase: purchase)]
  }

  /// The transactions of a subscription group.
  func periods(inGroup groupID: String) -> [HistoryEntry] {
    purchases.filter { $0.groupID == groupID }
  }
}

extension History.Entry {
  fileprivate var number: UInt64 { purchase.owned.transactionID }
  fileprivate var isEnd: Bool { event == .refunded || event == .withdrawn }

  /// What was paid, or with a minus what was refunded; empty if the customer paid nothing.
  package var amount: String {
    switch event {
    case .bought, .renewed: purchase.displayPrice
    case .refunded: purchase.displayRefund
    case .shared, .withdrawn: ""
    }
  }
}
