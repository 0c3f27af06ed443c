import AppStorePayloads
import AppStoreServerAPI
import Foundation
import StoreAPI
import StoreOperatorAPI

extension OperatorCommand.SentNotifications: StoreRule {
  func perform(at store: StoreEngine) async throws(StoreError) -> Answer<OperatorResult> {
    guard let after else {
      let last = try await store.ledgers.lastAttemptNumber()
      return try await store.unsettled().answer(.sentNotifications(list: [], last: last))
    }
    let attempts = try await store.attempts(after: after)
    var list: [SentNotification] = []
    for attempt in attempts { list.append(try await store.listed(attempt)) }
    let last = try await store.lastAttempt(upTo: attempts.last?.number ?? after)
    return try await store.unsettled().answer(.sentNotifications(list: list, last: last))
  }
}

extension OperatorCommand.ResendNotification: StoreRule {
  func perform(at store: StoreEngine) async throws(StoreError) -> Answer<OperatorResult> {
    let snapshot = try await store.settled()
    try snapshot.settings.checkNotifications(for: uuid.description)
    return snapshot.answer(.notificationSent(notification: try await store.resend(uuid)))
  }
}

// The attempts to send notifications, for the operator.
extension StoreEngine {
  /// The longest time for which an answer waits for an attempt.
  private static let longestWait: Duration = .seconds(5)

  /// Returns the attempts after the one with this number, and waits for the first one.
  ///
  /// - Returns: The attempts; an empty list if only something else was written, or nothing for a
  ///   few seconds.
  fileprivate func attempts(after number: Int64) async throws(StoreError) -> [RecordedAttempt] {
    let signal = UpdateSignal(of: nil, in: self)
    // The first signal comes when listening begins.
    _ = await signal.next(within: nil)
    let found = try await page(after: number)
    guard found.isEmpty, await signal.next(within: .due(Self.longestWait)) else { return found }
    return try await page(after: number)
  }

  private func page(after number: Int64) async throws(StoreError) -> [RecordedAttempt] {
    try await ledgers.sentNotifications(
      after: lastAttempt(upTo: number), limit: SentNotification.listLimit)
  }

  /// Returns a number after which a list continues: 0 if a reset has deleted the attempt with this number.
  fileprivate func lastAttempt(upTo number: Int64) async throws(StoreError) -> Int64 {
    try await ledgers.lastAttemptNumber() < number ? 0 : number
  }

  fileprivate func listed(
    _ recorded: RecordedAttempt
  ) async throws(StoreError) -> SentNotification {
    try await sent(
      recorded.notification, recorded.item, attempt: recorded.attempt, number: recorded.number,
      recorded.signedPayload)
  }

  /// Sends a notification once more.
  ///
  /// - Returns: The notification with the attempt.
  /// - Throws: ``StoreAPI/StoreError/unknownNotification(name:)``, and
  ///   ``StoreAPI/StoreError/notificationRefused(name:reason:)`` if this process sends none, or if
  ///   the notification is being sent.
  fileprivate func resend(_ uuid: LowercaseUUID) async throws(StoreError) -> SentNotification {
    guard let transport = notificationTransport else {
      throw .notificationRefused(
        name: uuid.description, reason: "this process sends no notifications")
    }
    let claimed = try await ledgers.claimNotification(uuid, notificationClaim(atMost: 1))
    guard let claimed else { throw .unknownNotification(name: uuid.description) }
    if let error = await attempt(claimed, by: transport) { throw error }
    let stored = try await ledgers.notification(uuid)
    guard let stored, let payload = stored.signedPayload, let last = stored.attempts.last else {
      throw .unavailable(reason: "the attempt was not recorded")
    }
    return try await sent(
      stored.notification, last, attempt: stored.attempts.count, number: nil, payload)
  }

  private func sent(
    _ notification: OutgoingNotification, _ item: SendAttemptItem, attempt: Int, number: Int64?,
    _ signedPayload: String
  ) async throws(StoreError) -> SentNotification {
    var subject: StoredTransaction?
    if let id = notification.transactionID { subject = try await ledgers.storedTransaction(id) }
    return SentNotification(
      number: number, uuid: notification.uuid, type: notification.type.rawValue,
      subtype: notification.subtype?.rawValue, date: notification.date, account: subject?.account,
      transactionID: notification.transactionID, productID: subject?.transaction.productID,
      attempt: attempt, attemptDate: item.attemptDate, result: item.sendAttemptResult.rawValue,
      signedPayload: signedPayload)
  }
}
