import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import Testing

/// Each transition of the drawing in Subscription.swift, whose numbers the names have.
@Suite struct SubscriptionTransitionTests {
  private func shop() throws -> LedgerFixture {
    var shop = try LedgerFixture("2026-01-01")
    try shop.buy("premium.plus")
    return shop
  }

  @Test func `T1: the first order begins a subscription`() throws {
    let shop = try shop()

    #expect(shop.subscription?.isActive == true)
    #expect(shop.last == "SUBSCRIBED INITIAL_BUY")
  }

  @Test func `T2: a period that ends is followed by the next one`() throws {
    var shop = try shop()

    try shop.advance(to: "2026-02-01")

    #expect(shop.transactions.map(\.reason) == [.purchase, .renewal])
    #expect(shop.last == "DID_RENEW")
  }

  @Test func `T2: a forced renewal ends the period now, and the next one begins`() throws {
    var shop = try shop()
    try shop.advance(to: "2026-01-10")

    try shop.renew("premium.plus")

    #expect(shop.periods == ["2026-01-01", "2026-01-10"])
    #expect(shop.transactions[0].period?.expirationDate == shop.now)
    #expect(
      shop.subscription?.expirationDate == (try LedgerFixture.date("2026-02-10")))
    #expect(shop.last == "DID_RENEW")
  }

  @Test func `T2: a renewal that is off cannot be forced, nor one that has failed`() throws {
    var off = try shop()
    try off.disableAutoRenew("premium.plus")
    #expect(throws: StoreError.renewalIsOff(productID: "premium.plus")) {
      try off.renew("premium.plus")
    }

    var failed = try shop()
    try failed.failBilling("premium.plus")
    try failed.advance(to: "2026-02-01")
    #expect(throws: StoreError.billingIssue(productID: "premium.plus")) {
      try failed.renew("premium.plus")
    }
  }

  @Test func `T2: a forced renewal can fail like any other`() throws {
    var shop = try shop()
    shop.snapshot.rules.gracePeriod = .days16
    try shop.failBilling("premium.plus")
    try shop.advance(to: "2026-01-10")

    try shop.renew("premium.plus")

    #expect(shop.subscription?.isInGracePeriod == true)
    #expect(shop.subscription?.expirationDate == shop.now)
    #expect(shop.prices == ["3.49"])
    #expect(shop.last == "DID_FAIL_TO_RENEW GRACE_PERIOD")
  }

  @Test func `T3: an upgrade begins at once`() throws {
    var shop = try shop()

    try shop.buy("pro")

    #expect(shop.transactions.map(\.isUpgraded) == [true, false])
    #expect(shop.last == "DID_CHANGE_RENEWAL_PREF UPGRADE")
  }

  @Test func `T4: a downgrade waits, and can be taken back or replaced`() throws {
    var shop = try shop()

    try shop.buy("standard")
    #expect(shop.last == "DID_CHANGE_RENEWAL_PREF DOWNGRADE")
    try shop.buy("premium.yearly")
    #expect(shop.subscription?.autoRenewPreference == "premium.yearly")
    #expect(shop.last == "DID_CHANGE_RENEWAL_PREF DOWNGRADE")
    try shop.buy("premium.plus")

    #expect(shop.subscription?.renewsUnchanged == true)
    #expect(shop.last == "DID_CHANGE_RENEWAL_PREF")
    #expect(shop.prices == ["3.49"])
  }

  @Test func `T4: renewal is turned off, and on again`() throws {
    var shop = try shop()

    try shop.disableAutoRenew("premium.plus")
    #expect(shop.last == "DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_DISABLED")
    try shop.enableAutoRenew("premium.plus")

    #expect(shop.last == "DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_ENABLED")
  }

  @Test func `T4: an order of the current plan whose renewal is off says both that it changed`()
    throws
  {
    var shop = try shop()
    try shop.buy("standard")
    try shop.disableAutoRenew("premium.plus")

    try shop.buy("premium.plus")

    #expect(
      shop.notified.suffix(2).map(\.text) == [
        "DID_CHANGE_RENEWAL_PREF", "DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_ENABLED",
      ])
  }

  @Test func `T5: an extension moves the end of the period that is paid for`() throws {
    var shop = try shop()

    try shop.extend("premium.plus", days: 90)

    let end = try LedgerFixture.date("2026-05-02")
    #expect(shop.subscription?.expirationDate == end)
    #expect(shop.transactions[0].period?.expirationDate == end)
    #expect(shop.last == "RENEWAL_EXTENDED")
    #expect(shop.prices == ["3.49"])
  }

  @Test func `T6: a subscription whose renewal is off expires by choice`() throws {
    var shop = try shop()
    try shop.disableAutoRenew("premium.plus")

    try shop.advance(to: "2026-02-01")

    #expect(shop.subscription?.expirationIntent == .autoRenewDisabled)
    #expect(shop.last == "EXPIRED VOLUNTARY")
  }

  @Test func `T6: a plan that is no longer for sale expires, and can come back in time`() throws {
    var shop = try shop()
    let plan = shop.snapshot.products["premium.plus"]
    shop.snapshot.products["premium.plus"] = nil
    try shop.advance(to: "2026-01-20")
    var returned = shop
    returned.snapshot.products["premium.plus"] = plan

    try shop.advance(to: "2026-02-01")
    try returned.advance(to: "2026-02-01")

    #expect(shop.subscription?.expirationIntent == .productUnavailable)
    #expect(shop.last == "EXPIRED PRODUCT_NOT_FOR_SALE")
    #expect(returned.last == "DID_RENEW")
  }

  @Test func `T7, T8: a refund revokes the subscription, and an order begins another`() throws {
    var shop = try shop()
    let first = try #require(shop.subscription?.transactionID)

    try shop.refund(first)
    #expect(shop.subscription?.isActive == false)
    #expect(shop.last == "REFUND")
    try shop.buy("premium.plus")

    #expect(shop.subscription?.isActive == true)
    #expect(shop.subscription?.originalID == first)
    #expect(shop.last == "SUBSCRIBED RESUBSCRIBE")
  }

  @Test func `T9: the last period is refunded after the subscription has expired`() throws {
    var shop = try shop()
    try shop.disableAutoRenew("premium.plus")
    try shop.advance(to: "2026-02-10")

    try shop.refund(try #require(shop.subscription?.transactionID))

    #expect(shop.subscription?.revocationDate == shop.now)
    #expect(shop.subscription?.expirationIntent == .autoRenewDisabled)
    #expect(shop.last == "REFUND")
  }

  @Test func `T10: a former subscriber subscribes again`() throws {
    var shop = try shop()
    try shop.expire("premium.plus")

    try shop.buy("standard")

    #expect(shop.subscription?.productID == "standard")
    #expect(Set(shop.transactions.map(\.originalID)).count == 1)
    #expect(shop.last == "SUBSCRIBED RESUBSCRIBE")
  }
}

extension LedgerFixture {
  /// The type and the subtype of the last notification.
  fileprivate var last: String? { notified.last?.text }
}

extension Notified {
  fileprivate var text: String { subtype.isEmpty ? type : "\(type) \(subtype)" }
}
