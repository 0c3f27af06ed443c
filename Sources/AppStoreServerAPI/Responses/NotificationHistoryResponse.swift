package import Foundation

/// The response of "Get Notification History": a page of at most 20 notifications.
package struct NotificationHistoryResponse: Codable, Hashable, Sendable {
  package var notificationHistory: [NotificationHistoryResponseItem]
  package var hasMore: Bool
  /// Asks for the next page; absent after the last one.
  package var paginationToken: String?

  package init(
    notificationHistory: [NotificationHistoryResponseItem], hasMore: Bool,
    paginationToken: String? = nil
  ) {
    self.notificationHistory = notificationHistory
    self.hasMore = hasMore
    self.paginationToken = paginationToken
  }
}

/// A notification, and the attempts to send it.
package struct NotificationHistoryResponseItem: Codable, Hashable, Sendable {
  package var signedPayload: String
  package var sendAttempts: [SendAttemptItem]

  package init(signedPayload: String, sendAttempts: [SendAttemptItem]) {
    self.signedPayload = signedPayload
    self.sendAttempts = sendAttempts
  }
}

/// The response of "Get Test Notification Status".
package typealias CheckTestNotificationResponse = NotificationHistoryResponseItem

/// One attempt to send a notification.
package struct SendAttemptItem: Codable, Hashable, Sendable {
  package var attemptDate: Date
  package var sendAttemptResult: SendAttemptResult

  package init(attemptDate: Date, sendAttemptResult: SendAttemptResult) {
    self.attemptDate = attemptDate
    self.sendAttemptResult = sendAttemptResult
  }
}

/// The result of an attempt to send a notification.
///
/// Source: "sendAttemptResult" in the documentation of the App Store Server API.
package enum SendAttemptResult: String, Codable, Hashable, Sendable, CaseIterable {
  case success = "SUCCESS"
  case timedOut = "TIMED_OUT"
  case tlsIssue = "TLS_ISSUE"
  case circularRedirect = "CIRCULAR_REDIRECT"
  case noResponse = "NO_RESPONSE"
  case socketIssue = "SOCKET_ISSUE"
  case unsupportedCharset = "UNSUPPORTED_CHARSET"
  case invalidResponse = "INVALID_RESPONSE"
  case prematureClose = "PREMATURE_CLOSE"
  case unsuccessfulHTTPResponseCode = "UNSUCCESSFUL_HTTP_RESPONSE_CODE"
  case other = "OTHER"
}
