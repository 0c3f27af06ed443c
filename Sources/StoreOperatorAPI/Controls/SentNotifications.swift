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
  /// attempts, but the number of the last one: a list that begins there has what is sent from now on.
  package struct SentNotifications: OperatorControl {
    package let after: Int64?
    package static let summary =
      "Lists the attempts to send notifications that follow one of them, and waits a few seconds for "
      + "the first; without a number, it only returns the number of the last attempt."
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

  /// Plays the shortest life of a new account that leads to a notification.
  ///
  /// It is refused if the store sends no notifications, and if the catalogue lacks a product for it. A
  /// notification that needs time moves the store's clock.
  package struct TriggerNotification: OperatorControl {
    /// Its type, or its type and subtype, such as `EXPIRED.VOLUNTARY`.
    package let notification: String
    package static let summary =
      "Plays the shortest life of a new account that leads to a notification, such as "
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
