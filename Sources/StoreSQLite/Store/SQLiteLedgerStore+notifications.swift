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
  ) async throws(StoreError) -> ClaimedNotifications {
    // Most of the time nothing is due, and a read does not wait for other writers.
    guard try await read({ try !$0.due(claim, StoreRow.existing($0), limit: 1).isEmpty }) else {
      return ClaimedNotifications()
    }
    // Listeners need not be notified of a claim.
    let taken = try await write(for: .noCustomer) { try $0.claim(claim) }
    return ClaimedNotifications(
      taken.notifications, error: taken.error.map { StorageError(path: path, cause: $0).error })
  }

  package func record(
    _ attempt: SendAttemptItem, of claimed: ClaimedNotification, nextAttemptDate: Date?
  ) async throws(StoreError) {
    try await write(for: .noCustomer) { db in
      try db.record(attempt, of: claimed, nextAttemptDate: nextAttemptDate)
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

  package func notifications(
    about transaction: TransactionID, limit: Int
  ) async throws(StoreError) -> [StoredNotification] {
    try await read { db in
      try NotificationRow.fetchAll(
        db.cachedStatement(sql: NotificationSQL.ofTransaction),
        arguments: [transaction.column, limit]
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

  /// By the index `notification_due`, which has one notification of each customer, and repeated
  /// attempts.
  static let hasUnsent = """
    SELECT EXISTS (SELECT 1 FROM notification INDEXED BY notification_due
      WHERE next_attempt_date <= ? AND attempts = 0)
    """

  /// By the index `notification_due`, which has no notification that waits for an earlier one.
  ///
  /// A claim that ends later than is possible was made before the machine's clock was set back.
  static let due = """
    SELECT * FROM notification INDEXED BY notification_due WHERE next_attempt_date <= :now
      AND (claimed_until IS NULL OR claimed_until <= :wall OR claimed_until > :claim)
    ORDER BY next_attempt_date, number LIMIT :limit
    """

  /// By the index `notification_of_transaction`.
  static let ofTransaction = """
    SELECT * FROM notification INDEXED BY notification_of_transaction
    WHERE transaction_id = ? ORDER BY number DESC LIMIT ?
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

  /// The index of the filter, whose order is that of the page; it has only signed notifications.
  private static func index(_ query: NotificationQuery) -> String {
    let filter =
      switch (query.customer, query.type, query.subtype) {
      case (.some, _, _): "of_customer"
      case (nil, .some, .some): "of_subtype"
      case (nil, .some, nil): "of_type"
      default: "by_date"
      }
    return (query.onlyFailures ? "undelivered_" : "notification_") + filter
  }
}

/// The notifications that a process has taken, and the reason why one could not be signed.
private struct TakenNotifications: Sendable {
  var notifications: [ClaimedNotification] = []
  var error: (any Error)?
}

extension Database {
  fileprivate func due(
    _ claim: NotificationClaim, _ settings: StoreSettings, limit: Int
  ) throws -> [Row] {
    guard settings.sendsNotifications else { return [] }
    return try Row.fetchAll(
      cachedStatement(sql: NotificationSQL.due),
      arguments: [
        "now": settings.now(wall: claim.wall).millisecondsSince1970,
        "wall": claim.wall.date.millisecondsSince1970,
        "claim": claim.latestEnd.millisecondsSince1970, "limit": limit,
      ])
  }

  /// Takes what is due.
  ///
  /// What cannot be read or signed is taken too, so that it does not hold up the rest.
  fileprivate func claim(_ claim: NotificationClaim) throws -> TakenNotifications {
    var settings = try StoreRow.existing(self)
    settings.lastNow = settings.now(wall: claim.wall)
    var taken = TakenNotifications()
    for row in try due(claim, settings, limit: claim.limit) {
      let number: Int64 = try CheckedRow(row, of: NotificationRow.databaseTableName)
        .number("number")
      do {
        let notification = try signed(NotificationRow(row: row), claim, settings)
        try take(number, signed: notification.signedPayload, claim)
        taken.notifications.append(notification)
      } catch let error where error is StoreError || error is DamagedRowError {
        try take(number, signed: nil, claim)
        taken.error = taken.error ?? error
      }
    }
    return taken
  }

  private func take(_ number: Int64, signed: String?, _ claim: NotificationClaim) throws {
    try cachedStatement(
      sql: """
        UPDATE notification SET claimed_until = ?, signed_payload = coalesce(signed_payload, ?)
        WHERE number = ?
        """
    ).execute(arguments: [claim.end.millisecondsSince1970, signed, number])
  }

  private func signed(
    _ row: NotificationRow, _ claim: NotificationClaim, _ settings: StoreSettings
  ) throws -> ClaimedNotification {
    let sending = try settings.rules.notifications.required("rules", of: StoreRow.self)
    return ClaimedNotification(
      number: row.number, notification: row.value,
      signedPayload: try row.signedPayload ?? signedPayload(of: row, claim, settings),
      attempts: row.attempts, claimEnd: claim.end, date: settings.lastNow, settings: sending)
  }

  /// Takes the notification with this UUID, even if it is not due, unless it is being sent.
  func claimNotification(
    _ uuid: LowercaseUUID, _ claim: NotificationClaim
  ) throws -> ClaimedNotification? {
    var settings = try StoreRow.existing(self)
    settings.lastNow = settings.now(wall: claim.wall)
    let row = try NotificationRow.fetchOne(
      cachedStatement(sql: "SELECT * FROM notification WHERE uuid = ?"),
      arguments: [uuid.description])
    guard settings.sendsNotifications, let row else { return nil }
    guard !claim.isHeldBack(until: row.claimedUntil) else {
      throw StoreError.notificationRefused(
        name: uuid.description,
        reason: "it is being sent, or could not be signed a moment ago; try again in a few seconds")
    }
    let notification = try signed(row, claim, settings)
    try take(row.number, signed: notification.signedPayload, claim)
    return notification
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

  /// A claim is identified by its end, because a later claim ends later.
  fileprivate func record(
    _ attempt: SendAttemptItem, of claimed: ClaimedNotification, nextAttemptDate: Date?
  ) throws {
    let number = Int64(claimed.attempts) + 1
    try cachedStatement(
      sql: """
        UPDATE notification SET attempts = :attempts, claimed_until = NULL,
          is_delivered = is_delivered OR :delivered,
          next_attempt_date = iif(is_delivered OR :delivered, NULL, :next)
        WHERE number = :number AND claimed_until = :claim
        """
    ).execute(arguments: [
      "attempts": number, "delivered": attempt.sendAttemptResult == .success,
      "next": nextAttemptDate?.millisecondsSince1970, "number": claimed.number,
      "claim": claimed.claimEnd.millisecondsSince1970,
    ])
    guard changesCount > 0 else { return }
    try NotificationAttemptRow(
      attempt, of: claimed.number, number: number, sequence: lastAttemptNumber() + 1
    ).insert(self)
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

  /// The latest end of another claim that is valid.
  ///
  /// Processes read the machine's clock before they wait for each other, and it may be corrected a little.
  fileprivate var latestEnd: Date { end.addingTimeInterval(60) }

  /// Returns whether a claim with this end is valid, as ``NotificationSQL/due`` decides it.
  fileprivate func isHeldBack(until other: Int64?) -> Bool {
    guard let other else { return false }
    return other > wall.date.millisecondsSince1970 && other <= latestEnd.millisecondsSince1970
  }
}
