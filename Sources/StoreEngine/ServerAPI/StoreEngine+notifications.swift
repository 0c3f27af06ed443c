import AppStorePayloads
package import AppStoreServerAPI
import Foundation
import StoreAPI

// The endpoints of the App Store Server API about notifications.
extension StoreEngine {
  /// "Get Notification History", by the date of the events, oldest first.
  package func notificationHistory(
    _ request: NotificationHistoryRequest, paginationToken: String?, for caller: APICaller
  ) async throws(APIError) -> NotificationHistoryResponse {
    let snapshot = try await answering { () throws(StoreError) in try await settled() }
    let place = NotificationHistoryPlace(request, epoch: snapshot.settings.epoch)
    var query = try request.query(
      at: snapshot.now, in: snapshot.settings.environment,
      after: place.position(of: paginationToken))
    let isOwn = caller.bundleID == snapshot.settings.bundleID
    if let id = request.transactionId { query.customer = try await customer(of: id, isOwn: isOwn) }
    guard isOwn else {
      return NotificationHistoryResponse(notificationHistory: [], hasMore: false)
    }
    query.limit = Self.notificationPageLimit + 1
    let found = try await answering { [query] () throws(StoreError) in
      try await ledgers.notifications(query)
    }
    let page = found.prefix(Self.notificationPageLimit)
    let next = found.count > page.count ? page.last : nil
    return NotificationHistoryResponse(
      notificationHistory: page.compactMap(\.historyItem), hasMore: next != nil,
      paginationToken: next.map { place.token(of: $0.position) })
  }

  /// "Request a Test Notification".
  package func requestTestNotification(
    for caller: APICaller
  ) async throws(APIError) -> SendTestNotificationResponse {
    let snapshot = try await answering { () throws(StoreError) in try await settled() }
    guard caller.bundleID == snapshot.settings.bundleID,
      snapshot.settings.sends(.test, nil, about: nil)
    else {
      throw .serverNotificationUrlNotFound
    }
    let token = TestNotificationToken(
      LowercaseUUID(randomness.uuid(for: "test notification", seed: nil)), at: snapshot.now)
    let test = OutgoingNotification(
      uuid: token.uuid, type: .test, date: snapshot.now, source: .details(NotificationDetails()))
    try await answering { () throws(StoreError) in try await ledgers.addNotification(test) }
    return SendTestNotificationResponse(testNotificationToken: token.description)
  }

  /// "Get Test Notification Status".
  package func testNotificationStatus(
    _ testNotificationToken: String, for caller: APICaller
  ) async throws(APIError) -> CheckTestNotificationResponse {
    let token = try TestNotificationToken(testNotificationToken)
    let (snapshot, stored) = try await answering { () throws(StoreError) in
      (try await settled(), try await ledgers.notification(token.uuid))
    }
    guard caller.bundleID == snapshot.settings.bundleID, let stored,
      TestNotificationToken(of: stored.notification) == token, let item = stored.historyItem,
      !item.sendAttempts.isEmpty
    else { throw .testNotificationNotFound }
    return item
  }

  /// The maximum number of notifications of a response.
  private static let notificationPageLimit = 20

  private func customer(
    of id: TransactionID, isOwn: Bool
  ) async throws(APIError) -> CustomerNumber {
    let stored = try await answering { () throws(StoreError) in
      try await ledgers.storedTransaction(id)
    }
    guard isOwn, let stored else { throw .transactionIdNotFound }
    return stored.customer
  }

  private func answering<Value: Sendable>(
    _ body: () async throws(StoreError) -> Value
  ) async throws(APIError) -> Value {
    do throws(StoreError) {
      return try await body()
    } catch {
      throw .generalInternalRetryable
    }
  }
}

extension StoredNotification {
  /// The notification as the history has it; `nil` before it is signed.
  fileprivate var historyItem: NotificationHistoryResponseItem? {
    signedPayload.map {
      NotificationHistoryResponseItem(signedPayload: $0, sendAttempts: attempts)
    }
  }
}
