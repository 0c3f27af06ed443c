package import AppStorePayloads
package import Foundation

/// A notification about a transaction, as the store's operator sees it.
package struct TransactionNotification: Codable, Hashable, Sendable, Identifiable {
  /// `notificationUUID`.
  package var id: LowercaseUUID
  /// `notificationType`, such as `DID_RENEW`.
  package var type: String
  package var subtype: String?
  /// The date of the event on the store's clock.
  package var date: Date
  /// The attempts to send it, oldest first.
  package var attempts: [NotificationAttempt]

  package init(
    id: LowercaseUUID, type: String, subtype: String? = nil, date: Date,
    attempts: [NotificationAttempt]
  ) {
    self.id = id
    self.type = type
    self.subtype = subtype
    self.date = date
    self.attempts = attempts
  }

  /// The maximum number of notifications in a list.
  package static let listLimit = 100
}

/// An attempt to send a notification.
package struct NotificationAttempt: Codable, Hashable, Sendable {
  /// On the store's clock.
  package var date: Date
  /// `sendAttemptResult`, such as `SUCCESS`.
  package var result: String

  package init(date: Date, result: String) {
    self.date = date
    self.result = result
  }
}
