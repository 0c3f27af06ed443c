import AppStorePayloads
import AppStoreServerAPI
import Crypto
import Foundation

extension NotificationHistoryRequest {
  /// Returns the query for a page, without its customer.
  ///
  /// Source: "NotificationHistoryRequest". The history reaches back 180 days, or 30 days in a
  /// sandbox. An end in the future means now.
  ///
  /// - Parameters:
  ///   - now: The store's time.
  ///   - environment: The store's environment.
  ///   - position: The end of the previous page; `nil` for the first page.
  /// - Returns: The query.
  /// - Throws: ``AppStoreServerAPI/APIError/startDateAfterEndDate``,
  ///   ``AppStoreServerAPI/APIError/startDateTooFarInPast``,
  ///   ``AppStoreServerAPI/APIError/invalidNotificationType``,
  ///   ``AppStoreServerAPI/APIError/multipleFiltersSupplied``, and
  ///   ``AppStoreServerAPI/APIError/invalidPaginationToken`` for a page outside the dates.
  func query(
    at now: Date, in environment: StoreEnvironment, after position: NotificationPosition?
  ) throws(APIError) -> NotificationQuery {
    guard startDate < endDate, startDate <= now else { throw .startDateAfterEndDate }
    let days: TimeInterval = environment == .production ? 180 : 30
    guard startDate >= now.addingTimeInterval(-days * 86_400) else { throw .startDateTooFarInPast }
    guard notificationType == nil || transactionId == nil else { throw .multipleFiltersSupplied }
    var query = NotificationQuery(
      dates: startDate..<endDate, onlyFailures: onlyFailures, limit: 0)
    query.type = try value(of: notificationType)
    query.subtype = try value(of: notificationSubtype)
    guard query.type != nil || query.subtype == nil else { throw .invalidNotificationType }
    if let position, !query.dates.contains(position.date) { throw .invalidPaginationToken }
    query.last = position
    return query
  }

  private func value<Value: RawRepresentable<String>>(
    of text: String?
  ) throws(APIError) -> Value? {
    guard let text else { return nil }
    guard let value = Value(rawValue: text) else { throw .invalidNotificationType }
    return value
  }
}

/// The places in the response to one request, as pagination tokens name them.
///
/// A token names the end of a page, the store's epoch and the request. So it is valid only for the
/// request that it was made for, as Apple requires, and not after a reset.
struct NotificationHistoryPlace: Hashable, Sendable {
  private let epoch: Int
  private let digest: String

  init(_ request: NotificationHistoryRequest, epoch: Int) {
    self.epoch = epoch
    let fields = [
      String(request.startDate.millisecondsSince1970),
      String(request.endDate.millisecondsSince1970),
      request.notificationType ?? "", request.notificationSubtype ?? "",
      request.transactionId?.description ?? "", String(request.onlyFailures),
    ]
    digest = SHA256.hash(data: Data(fields.joined(separator: "\n").utf8)).prefix(8).hexadecimal
  }

  /// Returns the token of the page after a notification: base64url, at most 100 characters.
  func token(of last: NotificationPosition) -> String {
    let text = "\(epoch).\(digest).\(last.date.millisecondsSince1970).\(last.number)"
    return String(decoding: Data(text.utf8).base64URLEncoded, as: UTF8.self)
  }

  /// Returns the notification after which the page of a token begins; `nil` without a token.
  ///
  /// - Throws: ``AppStoreServerAPI/APIError/invalidPaginationToken`` for other text and for the token of
  ///   another request, ``AppStoreServerAPI/APIError/paginationTokenExpired`` for one from before a reset.
  func position(of token: String?) throws(APIError) -> NotificationPosition? {
    guard let token else { return nil }
    guard token.utf8.count <= 100, let data = Data(base64URLEncoded: token.utf8) else {
      throw .invalidPaginationToken
    }
    let parts = String(decoding: data, as: UTF8.self).split(separator: ".").map(String.init)
    guard parts.count == 4, let epoch = Int(parts[0]), parts[1] == digest,
      let date = Int64(parts[2]).flatMap(Date.init(payloadMilliseconds:)),
      let number = Int64(parts[3])
    else { throw .invalidPaginationToken }
    guard epoch == self.epoch else { throw .paginationTokenExpired }
    let position = NotificationPosition(date: date, number: number)
    // Each position has only one token.
    guard self.token(of: position) == token else { throw .invalidPaginationToken }
    return position
  }
}

/// The token of a test notification: its UUID and its date, as in Apple's tokens.
struct TestNotificationToken: Hashable, Sendable {
  let uuid: LowercaseUUID
  private let milliseconds: Int64

  /// - Throws: ``AppStoreServerAPI/APIError/invalidTestNotificationToken`` unless the text is a token.
  init(_ text: String) throws(APIError) {
    let parts = text.split(separator: "_", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let uuid = LowercaseUUID(parts[0]),
      let milliseconds = Int64(parts[1])
    else { throw .invalidTestNotificationToken }
    self.uuid = uuid
    self.milliseconds = milliseconds
  }

  /// The token of a test that was requested at a date.
  init(_ uuid: LowercaseUUID, at date: Date) {
    self.uuid = uuid
    milliseconds = date.millisecondsSince1970
  }

  /// The token of a test; `nil` for any other notification.
  init?(of notification: OutgoingNotification) {
    guard notification.type == .test else { return nil }
    self.init(notification.uuid, at: notification.date)
  }
}

extension TestNotificationToken: CustomStringConvertible {
  var description: String { "\(uuid)_\(milliseconds)" }
}
