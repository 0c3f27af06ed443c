/// The response of "Request a Test Notification".
package struct SendTestNotificationResponse: Codable, Hashable, Sendable {
  /// Asks for the notification's status.
  package var testNotificationToken: String

  package init(testNotificationToken: String) {
    self.testNotificationToken = testNotificationToken
  }
}
