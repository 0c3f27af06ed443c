package import AppStorePayloads
import GRDB
package import StoreAPI
package import StoreEngine

// Notifications that are sent once more, and the order of all attempts.
extension SQLiteLedgerStore {
  package func claimNotification(
    _ uuid: LowercaseUUID, _ claim: NotificationClaim
  ) async throws(StoreError) -> ClaimedNotification? {
    // Listeners need not be notified of a claim.
    try await write { db in (try db.claimNotification(uuid, claim), .noCustomer) }
  }

  package func sentNotifications(
    after last: Int64, limit: Int
  ) async throws(StoreError) -> [RecordedAttempt] {
    try await read { db in
      try NotificationAttemptRow.fetchAll(
        db.cachedStatement(sql: AttemptSQL.page), arguments: [last, limit]
      ).compactMap(db.recorded)
    }
  }

  package func lastAttemptNumber() async throws(StoreError) -> Int64 {
    try await read { try $0.lastAttemptNumber() }
  }
}

/// The statements about the order of all attempts, by the index `notification_attempt_in_order`.
enum AttemptSQL {
  static let page = """
    SELECT * FROM notification_attempt WHERE sequence > ? ORDER BY sequence LIMIT ?
    """

  static let last = "SELECT max(sequence) FROM notification_attempt"
}

extension Database {
  /// Returns the number of the attempt that was recorded last; 0 before the first one.
  func lastAttemptNumber() throws -> Int64 {
    try Int64.fetchOne(cachedStatement(sql: AttemptSQL.last)) ?? 0
  }

  fileprivate func recorded(_ row: NotificationAttemptRow) throws -> RecordedAttempt? {
    let found = try NotificationRow.fetchOne(
      cachedStatement(sql: "SELECT * FROM notification WHERE number = ?"),
      arguments: [row.notification])
    guard let found, let payload = found.signedPayload, let number = row.sequence else {
      return nil
    }
    return RecordedAttempt(
      number: number, notification: found.value, signedPayload: payload,
      attempt: Int(row.number), item: row.value)
  }
}
