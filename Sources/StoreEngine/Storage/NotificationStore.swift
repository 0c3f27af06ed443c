package import AppStorePayloads
package import AppStoreServerAPI
package import Foundation
package import StoreAPI

/// Stores the notifications that are to be sent, and the attempts to send them.
///
/// The notifications of events are written with the events; see
/// ``StoreSettings/outgoingNotifications(of:from:)``.
package protocol NotificationStore: Sendable {
  /// Adds a notification that has no event.
  func addNotification(_ notification: OutgoingNotification) async throws(StoreError)

  /// Returns the date on the store's clock of the first attempt that is due after `date`, or of the
  /// first of all if `date` is `nil`; `nil` if no notification waits for an attempt.
  func nextNotificationDate(after date: Date?) async throws(StoreError) -> Date?

  /// Returns whether a notification that is due until `date` waits for its first attempt, or is
  /// being sent for the first time.
  func hasUnsentNotifications(until date: Date) async throws(StoreError) -> Bool

  /// Takes notifications that are due, and that no other process has taken, so that each is sent once.
  ///
  /// Notifications that are due first are taken first. Of a customer's notifications that were
  /// never tried, only the earliest is taken, so that they arrive in order. A repeated attempt does
  /// not delay other notifications. A notification without a signed payload gets one, and keeps it.
  /// One that cannot be signed is left out, and can be taken again when the claim has ended. The
  /// cost grows with the limit only.
  ///
  /// - Returns: The notifications; none if nothing is due or the store sends nothing.
  func claimNotifications(
    _ claim: NotificationClaim
  ) async throws(StoreError) -> ClaimedNotifications

  /// Takes the notification with this UUID to send it now, whether or not it is due or was delivered.
  ///
  /// - Returns: The notification; `nil` if no notification has this UUID, or if the store has no URL.
  /// - Throws: ``StoreAPI/StoreError/notificationRefused(name:reason:)`` while another process has taken
  ///   it, so that no attempt goes unrecorded.
  func claimNotification(
    _ uuid: LowercaseUUID, _ claim: NotificationClaim
  ) async throws(StoreError) -> ClaimedNotification?

  /// Returns at most `limit` of the attempts after the one with the number `last`, in the order in which
  /// they were recorded.
  ///
  /// The cost grows with the limit only.
  func sentNotifications(
    after last: Int64, limit: Int
  ) async throws(StoreError) -> [RecordedAttempt]

  /// Returns the number of the attempt that was recorded last; 0 before the first one.
  func lastAttemptNumber() async throws(StoreError) -> Int64

  /// Stores an attempt to send a notification, and releases the notification.
  ///
  /// If a reset has deleted the notification, or another process has taken it because the claim had
  /// ended, nothing changes.
  func record(
    _ attempt: SendAttemptItem, of claimed: ClaimedNotification, nextAttemptDate: Date?
  ) async throws(StoreError)

  /// Returns at most the query's limit of notifications, in the order of their dates.
  ///
  /// Those that have no signed payload yet are left out. The cost grows with the limit only.
  func notifications(
    _ query: NotificationQuery
  ) async throws(StoreError) -> [StoredNotification]

  /// Returns at most `limit` notifications about a transaction, newest first, even those that have no
  /// signed payload yet.
  ///
  /// The cost grows with the limit only.
  func notifications(
    about transaction: TransactionID, limit: Int
  ) async throws(StoreError) -> [StoredNotification]

  /// Returns the notification with this UUID; `nil` if no notification has it.
  func notification(_ uuid: LowercaseUUID) async throws(StoreError) -> StoredNotification?
}

/// The values that a process needs to take notifications.
package struct NotificationClaim: Sendable {
  /// The time of the machine's clock.
  package var wall: MachineTime
  /// The maximum number of notifications.
  package var limit: Int
  /// The time on the machine's clock after which another process may take them, in seconds: longer than
  /// an attempt takes.
  package var duration: TimeInterval
  /// Returns the signed payload of a notification.
  ///
  /// The customer is `nil` if the notification is not about a customer.
  ///
  /// ``StoreSettings/lastNow`` of the settings is the present time.
  package var sign:
    @Sendable (UnsignedNotification, CustomerNumber?, StoreSettings) throws(StoreError) -> String

  package init(
    wall: MachineTime, limit: Int, duration: TimeInterval,
    sign:
      @escaping @Sendable (UnsignedNotification, CustomerNumber?, StoreSettings)
      throws(StoreError) -> String
  ) {
    self.wall = wall
    self.limit = limit
    self.duration = duration
    self.sign = sign
  }
}

/// The notifications that a process has taken.
package struct ClaimedNotifications: Sendable {
  package var notifications: [ClaimedNotification]
  /// The reason why a notification that is due could not be recorded or signed; `nil` if all were.
  package var error: StoreError?

  package init(_ notifications: [ClaimedNotification] = [], error: StoreError? = nil) {
    self.notifications = notifications
    self.error = error
  }
}

/// A notification that this process sends now.
package struct ClaimedNotification: Hashable, Sendable {
  package var number: Int64
  package var notification: OutgoingNotification
  package var signedPayload: String
  /// The number of earlier attempts.
  package var attempts: Int
  /// The end of the claim on the machine's clock.
  package var claimEnd: Date
  /// The date of this attempt on the store's clock.
  package var date: Date
  package var settings: NotificationSettings

  package init(
    number: Int64, notification: OutgoingNotification, signedPayload: String, attempts: Int,
    claimEnd: Date, date: Date, settings: NotificationSettings
  ) {
    self.number = number
    self.notification = notification
    self.signedPayload = signedPayload
    self.attempts = attempts
    self.claimEnd = claimEnd
    self.date = date
    self.settings = settings
  }
}

/// A query for notifications.
package struct NotificationQuery: Hashable, Sendable {
  package var dates: Range<Date>
  /// `nil` for all notifications, including those that are not about a customer; the same for
  /// ``type`` and ``subtype``.
  package var customer: CustomerNumber?
  package var type: NotificationType?
  /// Only together with a type.
  package var subtype: NotificationSubtype?
  /// Whether only undelivered notifications are returned.
  package var onlyFailures: Bool
  /// The notification after which the page begins, with a date in ``dates``; `nil` for the first
  /// page.
  package var last: NotificationPosition?
  package var limit: Int

  package init(dates: Range<Date>, onlyFailures: Bool = false, limit: Int) {
    self.dates = dates
    self.onlyFailures = onlyFailures
    self.limit = limit
  }
}

/// The place of a notification in the order of their dates.
package struct NotificationPosition: Hashable, Sendable {
  package var date: Date
  package var number: Int64

  package init(date: Date, number: Int64) {
    self.date = date
    self.number = number
  }
}

/// A notification with a signed payload, and the attempts to send it, oldest first.
package struct StoredNotification: Hashable, Sendable {
  package var position: NotificationPosition
  package var notification: OutgoingNotification
  /// `nil` before the first attempt.
  package var signedPayload: String?
  package var attempts: [SendAttemptItem]

  package init(
    position: NotificationPosition, notification: OutgoingNotification, signedPayload: String?,
    attempts: [SendAttemptItem]
  ) {
    self.position = position
    self.notification = notification
    self.signedPayload = signedPayload
    self.attempts = attempts
  }
}

/// An attempt to send a notification, in the order of all attempts.
package struct RecordedAttempt: Hashable, Sendable {
  /// Counted from 1 for all notifications of the store; a reset begins again at 1.
  package var number: Int64
  package var notification: OutgoingNotification
  package var signedPayload: String
  /// Counted from 1 for the notification.
  package var attempt: Int
  package var item: SendAttemptItem

  package init(
    number: Int64, notification: OutgoingNotification, signedPayload: String, attempt: Int,
    item: SendAttemptItem
  ) {
    self.number = number
    self.notification = notification
    self.signedPayload = signedPayload
    self.attempt = attempt
    self.item = item
  }
}
