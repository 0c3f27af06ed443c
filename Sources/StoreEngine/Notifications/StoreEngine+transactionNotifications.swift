import AppStorePayloads
import AppStoreServerAPI
import StoreAPI
import StoreOperatorAPI

extension OperatorCommand.TransactionNotifications: StoreRule {
  func perform(at store: StoreEngine) async throws(StoreError) -> Answer<OperatorResult> {
    let snapshot = try await store.settled()
    guard try await store.ledgers.storedTransaction(transactionID) != nil else {
      throw .unknownTransaction(transactionID: transactionID)
    }
    let stored = try await store.ledgers.notifications(
      about: transactionID, limit: TransactionNotification.listLimit)
    return snapshot.answer(
      .transactionNotifications(list: stored.map(TransactionNotification.init)))
  }
}

extension TransactionNotification {
  fileprivate init(_ stored: StoredNotification) {
    self.init(
      id: stored.notification.uuid, type: stored.notification.type.rawValue,
      subtype: stored.notification.subtype?.rawValue, date: stored.notification.date,
      attempts: stored.attempts.map(NotificationAttempt.init))
  }
}

extension NotificationAttempt {
  fileprivate init(_ attempt: SendAttemptItem) {
    self.init(date: attempt.attemptDate, result: attempt.sendAttemptResult.rawValue)
  }
}
