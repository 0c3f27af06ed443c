package import AppStorePayloads
package import Foundation
import StoreAPI

/// A notification in the outbox: what it is about, and when it happened.
package struct OutgoingNotification: Hashable, Sendable {
  /// The place where the notification's values are stored.
  package enum Source: Hashable, Sendable {
    /// With an event: the event's sequence, and the position among its notifications.
    case event(sequence: Int64, position: Int)
    /// With the notification, because it has no event.
    case details(NotificationDetails)
  }

  /// Never changes, however often the notification is sent.
  package var uuid: LowercaseUUID
  package var type: NotificationType
  package var subtype: NotificationSubtype?
  /// The date of the event on the store's clock.
  package var date: Date
  /// `nil` if it is not about a single customer.
  package var customer: CustomerNumber?
  package var transactionID: TransactionID?
  package var source: Source

  package init(
    uuid: LowercaseUUID, type: NotificationType, subtype: NotificationSubtype? = nil, date: Date,
    customer: CustomerNumber? = nil, transactionID: TransactionID? = nil, source: Source
  ) {
    self.uuid = uuid
    self.type = type
    self.subtype = subtype
    self.date = date
    self.customer = customer
    self.transactionID = transactionID
    self.source = source
  }
}

/// The values of a notification that has no event.
///
/// A test notification has no values.
package struct NotificationDetails: Codable, Hashable, Sendable {
  /// The result of a mass extension.
  package var summary: NotificationSummaryPayload?
  /// The subscription whose renewal date a mass extension could not extend.
  package var state: NotificationState?

  enum CodingKeys: String, CodingKey, CaseIterable {
    case summary, state
  }

  package init(summary: NotificationSummaryPayload? = nil, state: NotificationState? = nil) {
    self.summary = summary
    self.state = state
  }
}

extension OutgoingNotification {
  /// Returns the notification with its values.
  ///
  /// - Parameters:
  ///   - change: The event of an ``Source/event(sequence:position:)``; `nil` for another source.
  ///   - previous: The customer's event before it.
  /// - Returns: The notification; `nil` if the event has no such notification.
  package func unsigned(
    of change: LedgerChange?, after previous: LedgerChange?
  ) -> UnsignedNotification? {
    switch source {
    case .details(let details):
      return UnsignedNotification(type, subtype, uuid: uuid, about: details.subject(at: date))
    case .event(_, let position):
      guard let change, let state = change.notificationState(after: previous),
        change.notifications.indices.contains(position)
      else { return nil }
      return UnsignedNotification(
        change.notifications[position], uuid: uuid, about: state, at: change.date)
    }
  }
}

extension NotificationDetails {
  fileprivate func subject(at date: Date) -> UnsignedNotification.Subject {
    if let summary { return .summary(summary) }
    if let state { return .event(state, date: date) }
    return .test
  }
}
