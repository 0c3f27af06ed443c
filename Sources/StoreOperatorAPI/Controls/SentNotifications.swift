package import AppStorePayloads
package import StoreAPI

// Notifications on their way to the app's server.
extension OperatorCommand {
  static let ofSentNotifications: [any OperatorControl.Type] = [
    SentNotifications.self, ResendNotification.self, TriggerNotification.self,
  ]

  /// Lists the attempts that were made after the one with the number ``after``, in their order: at most
  /// ``SentNotification/listLimit``.
  ///
  /// If there are none yet, the answer waits a few seconds for the first one. Without a number, it has no
  /// attempts, only the number of the last one: a list after it has the attempts from now on.
  package struct SentNotifications: OperatorControl {
    package let after: Int64?
    package static let summary =
      "Lists the attempts to send notifications after the one with this number, and waits a few "
      + "seconds for the first; without a number, only returns the number of the last attempt."
    package static let result = OperatorResult.Name.sentNotifications
    package static let isQuestion = true
  }

  /// Sends a notification once more now, with the same UUID and the same signed payload, whether or not it
  /// was delivered; it is refused while the notification is being sent.
  package struct ResendNotification: OperatorControl {
    package let uuid: LowercaseUUID
    package static let summary =
      "Sends a notification once more, with the same UUID and the same signed payload."
    package static let result = OperatorResult.Name.notificationSent
    package static let errors: [StoreErrorCode] = [.unknownNotification, .notificationRefused]
  }

  /// Performs the fewest steps with a new account that lead to a notification.
  ///
  /// It is refused if the store sends no notifications, or if the catalogue lacks a product that a
  /// step needs. A notification that needs time moves the store's clock.
  package struct TriggerNotification: OperatorControl {
    /// Its type, or its type and subtype, such as `EXPIRED.VOLUNTARY`.
    package let notification: String
    package static let summary =
      "Performs the fewest steps with a new account that lead to a notification, such as "
      + "EXPIRED.VOLUNTARY. A notification that needs time moves the store's clock."
    package static let result = OperatorResult.Name.triggered
    package static let errors: [StoreErrorCode] =
      [.notificationRefused, .clockBeyondCertificates] + .ofLedgers
  }

  package static func sentNotifications(after: Int64?) -> Self {
    Self(SentNotifications(after: after))
  }
  package static func resendNotification(uuid: LowercaseUUID) -> Self {
    Self(ResendNotification(uuid: uuid))
  }
  package static func triggerNotification(_ notification: String) -> Self {
    Self(TriggerNotification(notification: notification))
  }
}
