package import AppStorePayloads
package import Foundation

/// The body of "Get Notification History".
package struct NotificationHistoryRequest: Hashable, Sendable {
  package var startDate: Date
  package var endDate: Date
  /// A type of "notificationType"; `nil` for all.
  package var notificationType: String?
  /// Only together with a type.
  package var notificationSubtype: String?
  package var transactionId: TransactionID?
  /// Whether to return only undelivered notifications, including those that will be sent again.
  package var onlyFailures = false

  package init(startDate: Date, endDate: Date) {
    self.startDate = startDate
    self.endDate = endDate
  }
}
