package import Foundation
package import StoreAPI

/// A ledger during a decision: the events so far, and the ledger after them.
package struct LedgerDraft: Sendable {
  package private(set) var ledger: Ledger
  package private(set) var changes: [LedgerChange] = []
  /// The messages for the customer's family, in their order.
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
  mutating func applyMessage(in snapshot: CatalogueSnapshot) {
    guard let message = ledger.inbox.first else { return }
    ledger.removeFirstMessage()
    record(ledger.events(of: message, in: snapshot), at: message.date, in: snapshot)
  }

  /// Notifies the family of changes that are in no event of the customer.
  package mutating func notifyFamily(_ changes: [FamilyMessage.Change], at date: Date) {
    outbox += ledger.messages(changes, at: date)
  }

  /// Applies and records events that `instance` caused; `nil` stands for the store.
  ///
  /// A notification has the values after its event and after the silent events that follow, which are
  /// its consequences.
  ///
  /// - Parameters:
  ///   - events: The events, in their order.
  ///   - date: Their date.
  ///   - instance: The instance whose request caused them.
  ///   - snapshot: The products for sale at that date, for the values of notifications.
  package mutating func record(
    _ events: [LedgerEvent], at date: Date, by instance: InstanceID? = nil,
    in snapshot: CatalogueSnapshot
  ) {
    let first = changes.count
    for event in events {
      let notifications = event.notifications(in: ledger)
      if !notifications.isEmpty { recordNotificationData(since: first, in: snapshot) }
      record(event, at: date, by: instance, notifying: notifications)
    }
    recordNotificationData(since: first, in: snapshot)
    outbox += ledger.messages(of: events, at: date)
  }

  /// Applies and records events that notify nobody, as ``record(_:at:by:in:)`` does.
  package mutating func record(
    silent events: [LedgerEvent], at date: Date, by instance: InstanceID? = nil
  ) {
    for event in events {
      precondition(event.notifications(in: ledger).isEmpty, "a notification needs its catalogue")
      record(event, at: date, by: instance, notifying: [])
    }
    outbox += ledger.messages(of: events, at: date)
  }

  private mutating func record(
    _ event: LedgerEvent, at date: Date, by instance: InstanceID?,
    notifying notifications: [StoreNotification]
  ) {
    let modified = event.modifiedTransactions(in: ledger)
    ledger.apply(event)
    changes.append(
      LedgerChange(
        event, at: date, by: instance, notifications: notifications,
        modifiedTransactions: modified))
  }

  /// Adds the present values to the last event that notifies, if it is among the changes since
  /// `first`.
  private mutating func recordNotificationData(since first: Int, in snapshot: CatalogueSnapshot) {
    guard let index = changes[first...].lastIndex(where: { !$0.notifications.isEmpty }) else {
      return
    }
    let change = changes[index]
    let state = NotificationState(of: change.event, in: ledger, at: change.date, snapshot)
    changes[index].notificationData = state.map {
      NotificationData(
        $0, of: change.event, after: index > first ? changes[index - 1].event : nil)
    }
  }
}
