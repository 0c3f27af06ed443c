package import AppStorePayloads
package import AppStoreServerAPI
package import Foundation
import GRDB
package import StoreAPI
package import StoreEngine

extension SQLiteLedgerStore: NotificationStore {
  package func addNotification(_ notification: OutgoingNotification) async throws(StoreError) {
    try await write(for: .noCustomer) { try NotificationRow(notification).insert($0) }
  }

  package func nextNotificationDate(after date: Date?) async throws(StoreError) -> Date? {
    try await read { db in
      let row = try Row.fetchOne(
        db.cachedStatement(sql: NotificationSQL.next),
        arguments: [date?.millisecondsSince1970 ?? .min])
      return try row.flatMap {
        try CheckedRow($0, of: NotificationRow.databaseTableName).dateIfPresent("date")
      }
    }
  }

  package func hasUnsentNotifications(until date: Date) async throws(StoreError) -> Bool {
    try await read { db in
      try Bool.fetchOne(
        db.cachedStatement(sql: NotificationSQL.hasUnsent),
        arguments: [date.millisecondsSince1970]) == true
    }
  }

  package func claimNotifications(
    _ claim: NotificationClaim
  ) async throws(StoreError) -> [ClaimedNotification] {
    // Most of the time nothing is due, and a read does not wait for other writers.
    guard try await read({ try !$0.due(claim, StoreRow.existing($0), limit: 1).isEmpty }) else {
      return []
    }
    // Listeners need not be notified of a claim.
    return try await write { db in (try db.claim(claim), .noCustomer) }
  }

  package func record(
    _ attempt: SendAttemptItem, of claimed: ClaimedNotification, nextAttemptDate: Date?
  ) async throws(StoreError) {
    try await write(for: .noCustomer) { db in
      try db.record(attempt, of: claimed, nextAttemptDate: nextAttemptDate)
    }
  }

  package func release(_ claimed: ClaimedNotification) async throws(StoreError) {
    try await write(for: .noCustomer) { db in
      try db.cachedStatement(sql: "UPDATE notification SET claimed_until = NULL WHERE number = ?")
        .execute(arguments: [claimed.number])
    }
  }

  package func notifications(
    _ query: NotificationQuery
  ) async throws(StoreError) -> [StoredNotification] {
    try await read { db in
      try NotificationRow.fetchAll(
        db.cachedStatement(sql: NotificationSQL.page(query)),
        arguments: NotificationSQL.arguments(query)
      ).map(db.stored)
    }
  }

  package func notification(
    _ uuid: LowercaseUUID
  ) async throws(StoreError) -> StoredNotification? {
    try await read { db in
      try NotificationRow.fetchOne(
        db.cachedStatement(sql: "SELECT * FROM notification WHERE uuid = ?"),
        arguments: [uuid.description]
      ).map(db.stored)
    }
  }
}

/// The statements about notifications.
enum NotificationSQL {
  /// By the index `notification_due`.
  static let next = """
    SELECT min(next_attempt_date) AS date FROM notification WHERE next_attempt_date > ?
    """

  /// By the index `notification_untried`.
  static let hasUnsent = """
    SELECT EXISTS (SELECT 1 FROM notification INDEXED BY notification_untried
      WHERE attempts = 0 AND next_attempt_date <= ?)
    """

  /// By the index `notification_due`; whether an earlier one of the customer was never tried, by
  /// `notification_untried`.
  ///
  /// A claim that ends later than is possible was made before the machine's clock was set back.
  static let due = """
    SELECT * FROM notification WHERE next_attempt_date <= :now
      AND (claimed_until IS NULL OR claimed_until <= :wall OR claimed_until > :claim)
      AND (attempts > 0 OR NOT EXISTS (
        SELECT 1 FROM notification AS earlier INDEXED BY notification_untried
        WHERE earlier.attempts = 0 AND earlier.customer = notification.customer
          AND earlier.number < notification.number))
    ORDER BY next_attempt_date, number LIMIT :limit
    """

  /// The page that a query asks for, by an index of its filter.
  ///
  /// It begins at one place of the index, even if many notifications have the same date. SQLite
  /// cannot seek to `(date, number) > (…)`, because the number is the row ID, so the rest of a date
  /// is a separate part.
  static func page(_ query: NotificationQuery) -> String {
    let parts =
      query.last == nil
      ? ["date >= :first AND date < :end"]
      : ["date = :last_date AND number > :last_number", "date > :last_date AND date < :end"]
    return parts.map { part($0, of: query) }.joined(separator: " UNION ALL ")
      + " ORDER BY date, number LIMIT :limit"
  }

  private static func part(_ dates: String, of query: NotificationQuery) -> String {
    """
    SELECT * FROM notification INDEXED BY \(index(query))
    WHERE \(conditions(query).joined(separator: " AND "))
      AND \(dates) AND signed_payload IS NOT NULL
    """
  }

  /// The values of a page's statement.
  static func arguments(_ query: NotificationQuery) -> StatementArguments {
    var arguments: [String: (any DatabaseValueConvertible)?] = [
      "end": query.dates.upperBound.millisecondsSince1970, "limit": query.limit,
    ]
    if let customer = query.customer { arguments["customer"] = customer.rawValue }
    if let type = query.type { arguments["type"] = type.rawValue }
    if let subtype = query.subtype { arguments["subtype"] = subtype.rawValue }
    if let last = query.last {
      arguments["last_date"] = last.date.millisecondsSince1970
      arguments["last_number"] = last.number
    } else {
      arguments["first"] = query.dates.lowerBound.millisecondsSince1970
    }
    return StatementArguments(arguments)
  }

  private static func conditions(_ query: NotificationQuery) -> [String] {
    let conditions: [(Bool, String)] = [
      (query.customer != nil, "customer = :customer"), (query.type != nil, "type = :type"),
      (query.subtype != nil, "subtype = :subtype"), (query.onlyFailures, "is_delivered = 0"),
    ]
    return ["TRUE"] + conditions.filter(\.0).map(\.1)
  }

  /// An index whose order is that of the page; a failure's subtype is compared row by row, because
  /// failures are few.
  private static func index(_ query: NotificationQuery) -> String {
    switch (query.customer, query.type, query.subtype) {
    case (.some, _, _):
      query.onlyFailures ? "undelivered_of_customer" : "notification_of_customer"
    case (nil, .some, .some) where !query.onlyFailures: "notification_of_subtype"
    case (nil, .some, _): query.onlyFailures ? "undelivered_of_type" : "notification_of_type"
    default: query.onlyFailures ? "undelivered_by_date" : "notification_by_date"
    }
  }
}

extension Database {
  fileprivate func due(
    _ claim: NotificationClaim, _ settings: StoreSettings, limit: Int
  ) throws -> [NotificationRow] {
    guard settings.sendsNotifications else { return [] }
    return try NotificationRow.fetchAll(
      cachedStatement(sql: NotificationSQL.due),
      arguments: [
        "now": settings.now(wall: claim.wall).millisecondsSince1970,
        "wall": claim.wall.date.millisecondsSince1970,
        "claim": claim.latestEnd.millisecondsSince1970, "limit": limit,
      ])
  }

  fileprivate func claim(_ claim: NotificationClaim) throws -> [ClaimedNotification] {
    var settings = try StoreRow.existing(self)
    settings.lastNow = settings.now(wall: claim.wall)
    guard let sending = settings.rules.notifications else { return [] }
    return try due(claim, settings, limit: claim.limit).map { row in
      let signed = try row.signedPayload ?? signedPayload(of: row, claim, settings)
      try cachedStatement(
        sql: """
          UPDATE notification SET claimed_until = ?, signed_payload = ? WHERE number = ?
          """
      ).execute(arguments: [claim.end.millisecondsSince1970, signed, row.number])
      return ClaimedNotification(
        number: row.number, notification: row.value, signedPayload: signed,
        attempts: row.attempts, date: settings.lastNow, settings: sending)
    }
  }

  private func signedPayload(
    of row: NotificationRow, _ claim: NotificationClaim, _ settings: StoreSettings
  ) throws -> String {
    let events = try row.event.map { try event($0.sequence) }
    let unsigned = try row.value.unsigned(of: events?.event, after: events?.previous)
      .required("event", of: NotificationRow.self)
    return try claim.sign(unsigned, row.value.customer, settings)
  }

  /// Returns an event, and the one of its customer before it.
  private func event(_ sequence: Int64) throws -> (event: LedgerChange, previous: LedgerChange?) {
    let event = try EventRow.fetchOne(
      cachedStatement(sql: "SELECT * FROM event WHERE sequence = ?"), arguments: [sequence]
    ).required("event", of: NotificationRow.self)
    let previous = try EventRow.fetchOne(
      cachedStatement(
        sql: """
          SELECT * FROM event WHERE customer = ? AND sequence < ? ORDER BY sequence DESC LIMIT 1
          """), arguments: [event.customer.rawValue, sequence])
    return (event.change, previous?.change)
  }

  fileprivate func record(
    _ attempt: SendAttemptItem, of claimed: ClaimedNotification, nextAttemptDate: Date?
  ) throws {
    try cachedStatement(
      sql: """
        UPDATE notification SET attempts = attempts + 1, claimed_until = NULL,
          is_delivered = is_delivered OR :delivered,
          next_attempt_date = iif(is_delivered OR :delivered, NULL, :next)
        WHERE number = :number
        """
    ).execute(arguments: [
      "delivered": attempt.sendAttemptResult == .success,
      "next": nextAttemptDate?.millisecondsSince1970, "number": claimed.number,
    ])
    let attempts = try Int64.fetchOne(
      cachedStatement(sql: "SELECT attempts FROM notification WHERE number = ?"),
      arguments: [claimed.number])
    guard let attempts else { return }
    try NotificationAttemptRow(attempt, of: claimed.number, number: attempts).insert(self)
  }

  fileprivate func stored(_ row: NotificationRow) throws -> StoredNotification {
    let attempts = try NotificationAttemptRow.fetchAll(
      cachedStatement(
        sql: "SELECT * FROM notification_attempt WHERE notification = ? ORDER BY number"),
      arguments: [row.number]
    ).map(\.value)
    return StoredNotification(
      position: NotificationPosition(date: row.value.date, number: row.number),
      notification: row.value, signedPayload: row.signedPayload, attempts: attempts)
  }
}

extension NotificationClaim {
  /// When the claim ends, on the machine's clock.
  fileprivate var end: Date { wall.date.addingTimeInterval(duration) }
}

extension NotificationClaim {
  /// The latest end of another claim that is valid.
  ///
  /// Processes read the machine's clock before they wait for each other, and it may be corrected a little.
  fileprivate var latestEnd: Date { end.addingTimeInterval(60) }
}
