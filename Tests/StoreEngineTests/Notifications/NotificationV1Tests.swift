import AppStorePayloads
import AppStoreServerAPI
import Foundation
import StoreAPI
import StoreOperatorAPI
import StoreSQLite
import Synchronization
import TestSupport
import Testing

@testable import StoreEngine

/// Notifications of version 1, as an app's server receives them.
@Suite(.hangLimit) struct NotificationV1Tests {
  private static let plan = "subscription.standard"
  private let shop: ServerShop
  private let server = ServerV1()
  private let engine: StoreEngine

  init() async throws {
    shop = try await ServerShop()
    _ = try await shop.store.perform(
      .setNotificationURL(url: StoreFixture.notificationURL, version: .v1))
    engine = try await shop.fixture.another().sendingNotifications(by: server)
  }

  private func perform(_ command: OperatorCommand) async throws {
    _ = try await shop.store.perform(command)
  }

  private var reference: SubscriptionReference { .product(Self.plan, account: nil) }

  @Test func `a purchase is sent with the secret and with what the customer has`() async throws {
    let secret = try await shop.sharedSecret()
    let bought = try await shop.buy(Self.plan)[0]

    try await engine.sendDueNotifications()

    let body = try #require(server.received.first)
    #expect(server.received.count == 1)
    #expect(body["notification_type"] as? String == "INITIAL_BUY")
    #expect(body["password"] as? String == secret)
    #expect(body["environment"] as? String == "Sandbox")
    #expect(body["bid"] as? String == StoreEngine.defaultBundleID)
    #expect(body["bvrs"] as? String == "1.0")
    #expect(body["auto_renew_status"] as? String == "true")
    #expect(body["auto_renew_product_id"] as? String == Self.plan)
    #expect(body["original_transaction_id"] as? String == "\(bought.transactionId)")
    #expect(body["expiration_intent"] == nil && body["auto_renew_status_change_date"] == nil)
    let receipt = try #require(body["unified_receipt"] as? [String: Any])
    #expect(receipt["status"] as? Int == 0 && receipt["environment"] as? String == "Sandbox")
    let latest = try #require(receipt["latest_receipt_info"] as? [[String: String]])
    #expect(latest.map { $0["transaction_id"] } == ["\(bought.transactionId)"])
    let renewals = try #require(receipt["pending_renewal_info"] as? [[String: String]])
    #expect(renewals.map { $0["auto_renew_status"] } == ["1"])
  }

  @Test func `the latest receipt of a notification can be verified later`() async throws {
    _ = try await shop.buy(Self.plan)
    try await engine.sendDueNotifications()
    let receipt = server.received.first?["unified_receipt"] as? [String: Any]
    let text = try #require(receipt?["latest_receipt"] as? String)
    try await shop.fixture.advance("P1M")

    let response = try await shop.verify(Data(base64Encoded: text))

    #expect(response.status == .valid)
    #expect(response.products == [Self.plan])
    #expect(response.latestIDs.count == 2)
  }

  @Test func `a notification about disabled renewal has the date of the change`() async throws {
    _ = try await shop.buy(Self.plan)
    try await shop.fixture.advance("P3D")
    try await perform(.disableAutoRenew(subscription: reference))

    try await engine.sendDueNotifications()

    let body = try #require(server.received.last)
    let date = Date.fixture.addingTimeInterval(3 * 86_400).millisecondsSince1970
    #expect(body["notification_type"] as? String == "DID_CHANGE_RENEWAL_STATUS")
    #expect(body["auto_renew_status"] as? String == "false")
    #expect(body["auto_renew_status_change_date_ms"] as? String == "\(date)")
    #expect(body["auto_renew_status_change_date"] as? String == "2026-01-24 12:00:00 Etc/GMT")
  }

  @Test func `a plan's life has the types of version 1 and no others`() async throws {
    _ = try await shop.buy("nonconsumable.car")
    _ = try await shop.buy(Self.plan)
    try await perform(.failBilling(subscription: reference))
    try await shop.fixture.advance("P1M")
    try await perform(.recoverBilling(subscription: reference))
    _ = try await shop.buy("subscription.pro")
    try await perform(.expire(subscription: .product("subscription.pro", account: nil)))
    let latest = try await shop.fixture.latest(of: "alice")
    _ = try await shop.store.refund(latest.transactionId)
    _ = try await shop.buy(Self.plan)

    try await engine.sendDueNotifications()

    #expect(
      server.received.map { $0["notification_type"] as? String } == [
        "INITIAL_BUY", "DID_FAIL_TO_RENEW", "DID_RECOVER", "INTERACTIVE_RENEWAL", "CANCEL",
        "INTERACTIVE_RENEWAL",
      ])
  }

  @Test func `there are no test notifications and no triggers of what version 1 does not have`()
    async throws
  {
    await #expect(throws: APIError.serverNotificationUrlNotFound) {
      try await engine.requestTestNotification(for: shop.caller)
    }
    for name in ["TEST", "EXPIRED.VOLUNTARY", "ONE_TIME_CHARGE"] {
      await #expect {
        try await shop.store.perform(.triggerNotification(name))
      } throws: { error in
        guard case .notificationRefused(name, _)? = error as? StoreError else { return false }
        return true
      }
    }
  }

  @Test func `a notification whose receipt cannot be read is sent later, without a lost attempt`()
    async throws
  {
    _ = try await shop.buy(Self.plan)
    let broken = try await shop.fixture.another(over: UnreadablePurchases.init)
      .sendingNotifications(by: server)
    await #expect(throws: StoreError.self) { try await broken.sendDueNotifications() }
    #expect(server.received.isEmpty)

    let later = try await shop.fixture.another(wallClock: { Date.fixture + 60 })
      .sendingNotifications(by: server)
    try await later.sendDueNotifications()

    #expect(server.received.count == 1)
  }

  @Test func `after a change of the version, notifications are sent in the new one`()
    async throws
  {
    try await perform(.setNotificationURL(url: StoreFixture.notificationURL))
    _ = try await shop.buy("nonconsumable.car")
    _ = try await shop.buy(Self.plan)
    try await perform(.setNotificationURL(url: StoreFixture.notificationURL, version: .v1))

    try await engine.sendDueNotifications()

    #expect(server.received.map { $0.keys.contains("signedPayload") } == [true, false])
    #expect(server.received.last?["notification_type"] as? String == "INITIAL_BUY")
  }
}

/// A developer's server that keeps the bodies of all notifications.
private final class ServerV1: NotificationTransport {
  private let bodies = Mutex<[Data]>([])

  var received: [[String: Any]] {
    bodies.withLock { $0 }.compactMap {
      (try? JSONSerialization.jsonObject(with: $0)) as? [String: Any]
    }
  }

  func post(
    _ body: Data, to destination: NotificationDestination
  ) async -> SendAttemptResult {
    bodies.withLock { $0.append(body) }
    return .success
  }
}

/// Storage that cannot read customers' purchases.
private struct UnreadablePurchases: ForwardingLedgerStore {
  let ledgers: SQLiteLedgerStore

  func purchases(of customer: CustomerNumber) async throws(StoreError) -> StoredPurchases {
    throw .unavailable(reason: "the disk is full")
  }
}
