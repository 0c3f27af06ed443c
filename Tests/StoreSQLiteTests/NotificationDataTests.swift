import AppStorePayloads
import Foundation
import GRDB
import StoreAPI
import StoreOperatorAPI
import TestSupport
import Testing

@testable import StoreEngine
@testable import StoreSQLite

/// The stored values of later notifications.
@Suite(.hangLimit) struct NotificationDataTests {
  private static let plan = "subscription.standard"

  @Test func `the values of a renewal are read although the plan has changed since`() async throws {
    let fixture = try await StoreFixture.make()
    let alice = try await fixture.device("phone").backend
    try await alice.buy(Self.plan)
    try await fixture.advance("P1M")
    let sent = try #require(try await alice.purchases().value.subscriptions.first)

    try await fixture.advance("P1M")
    try await fixture.perform(.refundLatest, as: alice)
    try await alice.buy("subscription.pro")
    _ = try await fixture.engine.perform(.setStorefront(storefront: "DEU"))

    let state = try #require(try await fixture.states(.didRenew).first)
    let recipient = Recipient(
      bundleID: try sent.transaction().bundleId,
      appTransactionID: try sent.transaction().appTransactionId,
      signedDate: try sent.transaction().signedDate, environment: .sandbox)
    #expect(
      try state.transactionPayload(for: recipient).unsigned == sent.transaction().unsigned)
    #expect(
      try state.renewalInfoPayload(for: recipient)?.unsigned == sent.renewalInfo().unsigned)
  }

  @Test func `values are stored with each event that notifies, and with no other`() async throws {
    let fixture = try await StoreFixture.make()
    let alice = try await fixture.device("phone").backend
    try await alice.buy("nonconsumable.car")
    let plan = try await alice.buy(Self.plan).transaction()
    _ = try await alice.finish([plan.transactionId])
    try await fixture.advance("P2M")
    try await fixture.perform(.askForRefund, as: alice)
    try await fixture.perform(.refundLatest, as: alice)

    let silent = try await fixture.numbers("SELECT count(*) FROM event WHERE notifications IS NULL")
    let others = try await fixture.numbers(
      """
      SELECT count(*) FROM event WHERE (notifications IS NULL) <> (notification_data IS NULL)
      """)
    #expect(silent != [0])
    #expect(others == [0])
  }

  /// The events of a renewal themselves have about 950 characters.
  @Test func `a plan with 600 renewals stores 50 more characters for each`() async throws {
    let fixture = try await StoreFixture.make()
    _ = try await fixture.engine.perform(.setTimeRate(timeRate: .oneRenewalEveryMinute))
    _ = try await fixture.engine.perform(.setRenewalLimit(isOn: false))
    try await fixture.device("phone").backend.buy(Self.plan)

    try await fixture.advance("PT10H")

    let lengths = try await fixture.numbers(
      """
      SELECT length(notification_data) FROM event
      WHERE notifications ->> '$[0].type' = 'DID_RENEW'
      """)
    #expect(lengths.count == 600)
    #expect(try #require(lengths.max()) <= 50)
  }

  @Test func `a purchase that does not renew stores nothing but that it has values`() async throws {
    let fixture = try await StoreFixture.make()
    try await fixture.device("phone").backend.buy("nonconsumable.car")

    let lengths = try await fixture.numbers(
      "SELECT length(notification_data) FROM event WHERE notifications IS NOT NULL")

    #expect(lengths == [2])
  }

  @Test func `events from before the step have notifications without values`() async throws {
    let file = try StoreFile()
    let queue = try DatabaseQueue(path: file.url.path)
    try DatabaseSchema.migrator.migrate(queue, upTo: "rules of the store")
    try await queue.write { db in
      try db.execute(
        sql: """
          INSERT INTO account VALUES (1, 'alice');
          INSERT INTO customer VALUES (1, 1, 0);
          INSERT INTO event (epoch, customer, date, body, notifications)
          VALUES (1, 1, 5, '{"gracePeriodExpired":{"groupID":"navigation"}}',
            '[{"type":"GRACE_PERIOD_EXPIRED"}]');
          """)
    }
    try queue.close()

    let store = try SQLiteLedgerStore(file: file.url)

    let changes = try await store.notifiedEvents(of: .alice).map(\.change)
    #expect(changes.map(\.notifications) == [[StoreNotification(.gracePeriodExpired)]])
    #expect(changes.map(\.notificationData) == [nil])
  }

  @Test(arguments: ["notifications", "notification_data"])
  func `a stream of updates does not read what only a notification needs`(column: String)
    async throws
  {
    let store = try await DamagedStore.make()

    let error = try await store.error { db in
      try db.execute(sql: "UPDATE event SET \(column) = '7' WHERE \(column) IS NOT NULL")
      #expect(db.changesCount > 0)
    }

    #expect(error?.description.contains("damaged") != true, "\(error?.description ?? "")")
  }
}

extension StoreFixture {
  /// The subjects of the first customer's notifications of this type, oldest first.
  fileprivate func states(_ type: NotificationType) async throws -> [NotificationState] {
    let changes = try await events().map(\.change)
    return changes.indices.compactMap { index in
      guard changes[index].notifications.contains(where: { $0.type == type }) else { return nil }
      return changes[index].notificationState(after: index > 0 ? changes[index - 1] : nil)
    }
  }

  fileprivate func numbers(_ sql: String) async throws -> [Int] {
    let queue = try DatabaseQueue(besideStore: folder.appending(path: "store.sqlite"))
    return try await queue.read { try Int.fetchAll($0, sql: sql) }
  }
}
