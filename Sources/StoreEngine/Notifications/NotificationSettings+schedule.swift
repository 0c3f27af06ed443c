package import AppStoreServerAPI
package import Foundation
package import StoreAPI

// How often a notification is sent.
extension NotificationSettings {
  /// Returns the date of the next attempt; `nil` after the last one.
  ///
  /// A sandbox tries once. In production a failed notification is sent again after 1, 12, 24, 48
  /// and 72 hours, each counted from the previous attempt, and one of version 1 after 6, 24 and 48
  /// hours. Source: "Responding to App Store Server Notifications".
  ///
  /// - Parameters:
  ///   - attempt: The number of the attempt that was made, counted from 1.
  ///   - result: Its result.
  ///   - date: Its date on the store's clock.
  /// - Returns: The date on the store's clock.
  package func nextAttemptDate(
    after attempt: Int, _ result: SendAttemptResult, at date: Date
  ) -> Date? {
    guard retries, result != .success, version.hours.indices.contains(attempt - 1) else {
      return nil
    }
    return date.addingTimeInterval(version.hours[attempt - 1] * 3_600)
  }
}

extension NotificationVersion {
  /// The hours after each attempt before the next one.
  fileprivate var hours: [TimeInterval] {
    switch self {
    case .v1: [6, 24, 48]
    case .v2: [1, 12, 24, 48, 72]
    }
  }
}

extension SendAttemptResult {
  /// The result of a response with this status.
  ///
  /// Source: "Responding to App Store Server Notifications": 200 to 206 accept a notification.
  package init(status: Int) {
    self = (200...206).contains(status) ? .success : .unsuccessfulHTTPResponseCode
  }
}
