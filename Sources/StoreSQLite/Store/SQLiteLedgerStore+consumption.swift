import AppStorePayloads
package import Foundation
import GRDB
package import StoreAPI
package import StoreEngine

extension SQLiteLedgerStore {
  package func dueConsumptionRequests(
    at now: Date, limit: Int
  ) async throws(StoreError) -> [DueConsumptionRequest] {
    let first = now.addingTimeInterval(-ConsumptionRequests.period)
    return try await read { db in
      try Row.fetchAll(
        db.cachedStatement(sql: ConsumptionRequestSQL.due),
        arguments: [
          "first": first.millisecondsSince1970,
          "last": now.addingTimeInterval(-ConsumptionRequests.interval).millisecondsSince1970,
          "limit": limit,
        ]
      ).map { try DueConsumptionRequest(CheckedRow($0, of: TransactionRow.databaseTableName)) }
    }
  }

  package func nextConsumptionRequestDate(after now: Date) async throws(StoreError) -> Date? {
    let span = ConsumptionRequests.period - ConsumptionRequests.interval
    let last: Date? = try await read { db in
      let row = try Row.fetchOne(
        db.cachedStatement(sql: ConsumptionRequestSQL.next),
        arguments: [
          "first": now.addingTimeInterval(-ConsumptionRequests.interval).millisecondsSince1970,
          "span": Int64(span * 1_000),
        ])
      return try row.flatMap {
        try CheckedRow($0, of: TransactionRow.databaseTableName).dateIfPresent("date")
      }
    }
    return last?.addingTimeInterval(ConsumptionRequests.interval)
  }
}

extension DueConsumptionRequest {
  fileprivate init(_ row: CheckedRow) throws {
    self.init(
      customer: try row.customer("customer"), transactionID: try row.transactionID("id"))
  }
}

/// The statements about refund requests that wait, by the index `refund_request_pending`.
enum ConsumptionRequestSQL {
  private static let requestDate = "json_extract(refund_request, '$.date')"
  /// The date of the latest notification.
  private static let date = """
    coalesce(json_extract(refund_request, '$.consumptionRequestDate'), \(requestDate))
    """
  private static let isPending = """
    json_extract(refund_request, '$.state') = 'PENDING'
      AND type IN ('Consumable', 'Auto-Renewable Subscription')
    """

  static let due = """
    SELECT id, customer FROM "transaction" INDEXED BY refund_request_pending
    WHERE \(isPending) AND \(date) > :first AND \(date) <= :last AND \(requestDate) > :first
    ORDER BY \(date), id LIMIT :limit
    """

  static let next = """
    SELECT \(date) AS date FROM "transaction" INDEXED BY refund_request_pending
    WHERE \(isPending) AND \(date) > :first AND \(date) < \(requestDate) + :span
    ORDER BY \(date), id LIMIT 1
    """
}
