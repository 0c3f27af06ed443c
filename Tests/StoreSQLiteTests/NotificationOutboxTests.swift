import AppStorePayloads
import AppStoreServerAPI
import Foundation
import GRDB
import StoreAPI
import StoreOperatorAPI
import TestSupport
import Testing

@testable import StoreEngine
@testable import StoreSQLite

/// How notifications that are sent are stored and found.
@Suite(.hangLimit) struct NotificationOutboxTests {
  private static let queries: [NotificationQuery] = {
    var all: [NotificationQuery] = []
    for onlyFailures in [false, true] {
      for last in [nil, NotificationPosition(date: .fixture, number: 7)] {
        var query = NotificationQuery(
          dates: Date.distantPast..<Date.distantFuture, onlyFailures: onlyFailures, limit: 21)
        query.last = last
        all.append(query)
        var ofCustomer = query
        ofCustomer.customer = .alice
        all.append(ofCustomer)
        query.type = .didRenew
        all.append(query)
        query.subtype = .billingRecovery
        all.append(query)
      }
    }
    return all
  }()

  @Test(arguments: queries)
  func `a page is read by an index in its order, and nothing is sorted`(
    query: NotificationQuery
  ) throws {
    let plan = try Self.plan(of: NotificationSQL.page(query))

    let searches = plan.filter { $0.hasPrefix("SEARCH notification USING INDEX") }
    #expect(searches.count == (query.last == nil ? 1 : 2), "\(plan)")
    #expect(!plan.contains { $0.hasPrefix("SCAN") || $0.contains("TEMP B-TREE") }, "\(plan)")
    #expect(query.last == nil || plan.contains { $0.contains("date=? AND number>?") }, "\(plan)")
  }

  @Test(arguments: [NotificationSQL.next, NotificationSQL.hasUnsent, NotificationSQL.due])
  func `what is sent next is found by indexes, and nothing is sorted`(sql: String) throws {
    let plan = try Self.plan(of: sql)

    #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
    #expect(
      !plan.contains { $0.hasPrefix("SCAN notification") && !$0.contains("USING") }, "\(plan)")
  }

  @Test(arguments: [
    "UPDATE notification SET uuid = '00000000-0000-0000-0000-000000000001'",
    "UPDATE notification SET signed_payload = 'x.y.z'",
    "UPDATE notification SET signed_payload = NULL", "UPDATE notification SET event = 7",
    "UPDATE notification SET event = NULL", "UPDATE notification SET details = '{}'",
    "UPDATE notification SET position = -1", "UPDATE notification SET type = ''",
    "UPDATE notification SET attempts = 0, next_attempt_date = NULL",
    "UPDATE notification SET is_delivered = 1, next_attempt_date = 1",
    "INSERT INTO notification_attempt VALUES (7, 1, 0, 'SUCCESS')",
    "INSERT INTO notification_attempt VALUES (1, 1, 0, 'SUCCESS')",
    "INSERT INTO notification_attempt VALUES (1, 0, 0, 'SUCCESS')",
    "INSERT INTO notification_attempt VALUES (1, 2, 0, '')", "DELETE FROM event",
  ])
  func `a statement that violates an invariant of the outbox is refused`(sql: String) async throws {
    let fixture = try await Self.fixtureWithSentCar()
    let queue = try DatabaseQueue(besideStore: fixture.folder.appending(path: "store.sqlite"))

    #expect {
      try queue.write { try $0.execute(sql: sql) }
    } throws: { ($0 as? DatabaseError)?.resultCode == .SQLITE_CONSTRAINT }
  }

  @Test func `a notification is written with its event, or neither is`() async throws {
    let fixture = try await StoreFixture.make()
    _ = try await fixture.sending(to: NotificationReceiver())
    let phone = try await fixture.device("phone").backend
    try await phone.buy("nonconsumable.car")
    let queue = try DatabaseQueue(besideStore: fixture.folder.appending(path: "store.sqlite"))
    try await queue.write { db in
      try db.execute(
        sql: """
          CREATE TRIGGER outbox_is_full BEFORE INSERT ON notification
          BEGIN SELECT RAISE(ABORT, 'full'); END;
          """)
    }

    await #expect(throws: StoreError.self) { try await phone.buy("nonconsumable.racecar") }

    let events = try await queue.read { db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM event WHERE body LIKE '%racecar%'")
    }
    let bought = try await phone.transactions(of: nil, includingFinishedConsumables: true).value
    #expect(events == 0)
    #expect(bought.count == 1)
  }

  @Test func `the values of a renewal are those of its event when it is sent much later`()
    async throws
  {
    let (fixture, receiver) = (try await StoreFixture.make(), NotificationReceiver())
    let engine = try await fixture.sending(to: receiver)
    let alice = try await fixture.device("phone").backend
    try await alice.buy("subscription.standard")
    try await fixture.advance("P1M")
    let renewed = try #require(try await alice.purchases().value.subscriptions.first).transaction()
    try await fixture.advance("P1M")
    try await fixture.perform(.refundLatest, as: alice)

    try await engine.sendDueNotifications()

    let renewal = try #require(receiver.received.first { $0.name == "DID_RENEW" })
    #expect(try renewal.transaction().unsigned == renewed.unsigned)
    #expect(try renewal.transaction().signedDate == renewal.payload.signedDate)
    #expect(renewal.payload.signedDate > renewed.purchaseDate)
  }

  /// A store whose first notification was sent.
  private static func fixtureWithSentCar() async throws -> StoreFixture {
    let fixture = try await StoreFixture.make()
    let engine = try await fixture.sending(to: NotificationReceiver())
    try await fixture.device("phone").backend.buy("nonconsumable.car")
    try await engine.sendDueNotifications()
    return fixture
  }

  private static func plan(of sql: String) throws -> [String] {
    let queue = try DatabaseQueue()
    try DatabaseSchema.migrator.migrate(queue)
    return try queue.read { db in
      let statement = try db.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql)
      statement.setUncheckedArguments([])
      return try Row.fetchAll(statement).map { $0["detail"] }
    }
  }
}
