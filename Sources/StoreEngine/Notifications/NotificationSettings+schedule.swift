package import AppStoreServerAPI
package import Foundation
package import StoreAPI

// How often a notification is sent.
extension NotificationSettings {
  /// Returns the date of the next attempt; `nil` after the last one.
  ///
  /// A sandbox tries once. In production a failed notification is sent again after 1, 12, 24, 48
  /// and 72 hours, each counted from the previous attempt. Source: "Responding to App Store Server
  /// Notifications".
  ///
  /// - Parameters:
  ///   - attempt: The number of the attempt that was made, counted from 1.
  ///   - result: Its result.
  ///   - date: Its date on the store's clock.
  /// - Returns: The date on the store's clock.
  package func nextAttemptDate(
    after attempt: Int, _ result: SendAttemptResult, at date: Date
  ) -> Date? {
    guard retries, result != .success, Self.delays.indices.contains(attempt - 1) else {
      return nil
    }
    return date.addingTimeInterval(Self.delays[attempt - 1])
  }

  /// In seconds.
  private static let delays: [TimeInterval] = [1, 12, 24, 48, 72].map { $0 * 3_600 }
}

extension SendAttemptResult {
  /// The result of a response with this status.
  ///
  /// Source: "Responding to App Store Server Notifications": 200 to 206 accept a notification.
  package init(status: Int) {
    self = (200...206).contains(status) ? .success : .unsuccessfulHTTPResponseCode
  }
}
