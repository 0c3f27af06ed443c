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
    #expect(
      query.subtype == nil || searches.allSatisfy { $0.contains("type=? AND subtype=?") }, "\(plan)"
    )
  }

  @Test func `the indexes of the history's pages have no unsigned notification`() throws {
    let queue = try DatabaseQueue()
    try DatabaseSchema.migrator.migrate(queue)
    let indexes = try queue.read { db in
      try String.fetchAll(
        db,
        sql: """
          SELECT sql FROM sqlite_schema WHERE tbl_name = 'notification' AND type = 'index'
            AND (name LIKE '%\\_by\\_%' ESCAPE '\\' OR name LIKE '%\\_of\\_%' ESCAPE '\\')
            AND name <> 'notification_of_transaction'
          """)
    }

    #expect(indexes.count == 8)
    #expect(indexes.allSatisfy { $0.hasSuffix("signed_payload IS NOT NULL") }, "\(indexes)")
  }

  @Test(arguments: [AttemptSQL.page, AttemptSQL.last])
  func `the attempts after another one are found by their index`(sql: String) throws {
    let plan = try Self.plan(of: sql)

    #expect(plan.count == 1)
    #expect(plan.first?.contains("INDEX notification_attempt_in_order") == true, "\(plan)")
  }

  @Test func `the notifications about a transaction are found by an index, and not sorted`()
    throws
  {
    let plan = try Self.plan(of: NotificationSQL.ofTransaction)

    #expect(
      plan == [
        "SEARCH notification USING INDEX notification_of_transaction (transaction_id=?)"
      ])
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
    "UPDATE notification SET is_delivered = 1, next_attempt_date = 1",
    "INSERT INTO notification_attempt VALUES (7, 1, 0, 'SUCCESS', 7)",
    "INSERT INTO notification_attempt VALUES (1, 1, 0, 'SUCCESS', 7)",
    "INSERT INTO notification_attempt VALUES (1, 0, 0, 'SUCCESS', 7)",
    "INSERT INTO notification_attempt VALUES (1, 2, 0, 'SUCCESS', 0)",
    "INSERT INTO notification_attempt VALUES (1, 2, 0, 'SUCCESS', 1)",
    "INSERT INTO notification_attempt VALUES (1, 2, 0, '', 7)", "DELETE FROM event",
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

  @Test func `of a customer's untried notifications, only the earliest is due`() async throws {
    let fixture = try await StoreFixture.make()
    let engine = try await fixture.sending(to: NotificationReceiver())
    let alice = try await fixture.device("phone").backend
    for _ in 1...3 { try await alice.buy("consumable.fuel.octane87") }
    _ = try await fixture.engine.signIn(local: "bob")
    try await fixture.device("tablet", of: "bob").buy("nonconsumable.car")
    #expect(try await Self.dated(in: fixture) == [1, 4])

    let claimed = try await engine.claim(atMost: 10).notifications
    #expect(claimed.map(\.number) == [1, 4])
    try await engine.ledgers.record(
      SendAttemptItem(attemptDate: .fixture, sendAttemptResult: .timedOut),
      of: try #require(claimed.first), nextAttemptDate: .fixture.addingTimeInterval(3_600))

    #expect(try await Self.dated(in: fixture) == [1, 2, 4])
    #expect(try await engine.claim(atMost: 10).notifications.map(\.number) == [2])
  }

  @Test func `a notification that cannot be signed stops only those of its customer`() async throws
  {
    let (fixture, receiver) = (try await StoreFixture.make(), NotificationReceiver())
    let engine = try await fixture.sending(to: receiver)
    let alice = try await fixture.device("phone").backend
    try await alice.buy("nonconsumable.car")
    try await alice.buy("nonconsumable.utilityvehicle")
    _ = try await fixture.engine.signIn(local: "bob")
    try await fixture.device("tablet", of: "bob").buy("nonconsumable.racecar")
    let queue = try DatabaseQueue(besideStore: fixture.folder.appending(path: "store.sqlite"))
    try await queue.write { try $0.execute(sql: Self.settingPosition(7)) }

    await #expect(throws: StoreError.self) { try await engine.sendDueNotifications() }
    #expect(
      try receiver.received.map { try $0.transaction().productId } == ["nonconsumable.racecar"])

    try await queue.write { try $0.execute(sql: Self.settingPosition(0)) }
    let later = try await fixture.sending(to: receiver) {
      Date.fixture.addingTimeInterval(StoreEngine.claimDuration)
    }
    try await later.sendDueNotifications()
    #expect(
      try receiver.received.map { try $0.transaction().productId } == [
        "nonconsumable.racecar", "nonconsumable.car", "nonconsumable.utilityvehicle",
      ])
  }

  /// The first notification has this position among those of its event, which has only one.
  private static func settingPosition(_ position: Int) -> String {
    "UPDATE notification SET position = \(position) WHERE number = 1"
  }

  /// The numbers of the notifications that have a date for their next attempt.
  private static func dated(in fixture: StoreFixture) async throws -> [Int64] {
    try await DatabaseQueue(besideStore: fixture.folder.appending(path: "store.sqlite")).read {
      try Int64.fetchAll(
        $0, sql: "SELECT number FROM notification WHERE next_attempt_date IS NOT NULL ORDER BY 1")
    }
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
