package import Foundation
package import StoreAPI

/// A ledger during a decision: the events so far, and the ledger after them.
package struct LedgerDraft: Sendable {
  package private(set) var ledger: Ledger
  package private(set) var changes: [LedgerChange] = []
  /// What the customer's family is told, in this order.
  package private(set) var outbox: [FamilyMessage] = []
  private let original: Ledger

  package init(_ ledger: Ledger) {
    self.ledger = ledger
    original = ledger
  }

  /// The entries that the changes have added or changed.
  package var difference: LedgerDifference { LedgerDifference(from: original, to: ledger) }

  /// Adds a message that is not stored yet.
  mutating func deliver(_ message: FamilyMessage) { ledger.inbox.append(message) }

  /// Takes the messages for the family.
  mutating func takeOutbox() -> [FamilyMessage] {
    defer { outbox = [] }
    return outbox
  }

  /// Applies the customer's first message.
  mutating func applyMessage(in market: Market) {
    guard let message = ledger.inbox.first else { return }
    ledger.removeFirstMessage()
    record(ledger.events(of: message, in: market), at: message.date)
  }

  /// Notifies the family of news that no event of the customer has.
  package mutating func tellFamily(_ news: [FamilyMessage.News], at date: Date) {
    outbox += ledger.messages(news, at: date)
  }

  /// Applies and records events that `instance` caused; `nil` stands for the store.
  package mutating func record(
    _ events: [LedgerEvent], at date: Date, by instance: InstanceID? = nil
  ) {
    for event in events {
      let notifications = event.notifications(in: ledger)
      ledger.apply(event)
      changes.append(
        LedgerChange(event, at: date, by: instance, notifications: notifications))
    }
    outbox += ledger.messages(of: events, at: date)
  }
}
