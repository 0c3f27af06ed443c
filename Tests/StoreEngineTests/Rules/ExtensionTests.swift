import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import Testing

/// Extensions of the renewal date by the store.
@Suite struct ExtensionTests {
  private func shop() throws -> LedgerFixture {
    var shop = try LedgerFixture("2026-01-01")
    try shop.buy("premium.plus")
    return shop
  }

  @Test(arguments: [-1, 0, 91])
  func `an extension has 1 to 90 days`(days: Int) throws {
    var shop = try shop()

    #expect(throws: StoreError.invalidExtension(days: days)) {
      try shop.extend("premium.plus", days: days)
    }
    try shop.extend("premium.plus", days: 1)
  }

  @Test func `a subscription is extended twice in 365 days`() throws {
    var shop = try shop()
    try shop.extend("premium.plus", days: 30)
    try shop.advance(to: "2026-06-01")
    try shop.extend("premium.plus", days: 30)

    try shop.advance(to: "2026-12-31")
    #expect(throws: StoreError.extensionRefused(productID: "premium.plus", reason: .tooMany)) {
      try shop.extend("premium.plus", days: 1)
    }
    try shop.advance(to: "2027-01-01")
    try shop.extend("premium.plus", days: 1)
  }

  @Test func `extensions are remembered when another plan begins`() throws {
    var shop = try shop()
    try shop.extend("premium.plus", days: 1)
    try shop.extend("premium.plus", days: 1)

    try shop.buy("pro")

    #expect(throws: StoreError.extensionRefused(productID: "pro", reason: .tooMany)) {
      try shop.extend("pro", days: 1)
    }
  }

  @Test func `a free period is not extended`() throws {
    var shop = try LedgerFixture("2026-01-01")
    try shop.buy("standard")

    #expect(throws: StoreError.extensionRefused(productID: "standard", reason: .freePeriod)) {
      try shop.extend("standard", days: 1)
    }
    try shop.advance(to: "2026-01-08")
    try shop.extend("standard", days: 1)
  }

  @Test(arguments: [GracePeriod.off, .days16])
  func `a subscription whose renewal has failed is not extended`(grace: GracePeriod) throws {
    var shop = try shop()
    shop.snapshot.rules.gracePeriod = grace
    try shop.failBilling("premium.plus")
    try shop.advance(to: "2026-02-05")

    #expect(throws: StoreError.extensionRefused(productID: "premium.plus", reason: .billingIssue)) {
      try shop.extend("premium.plus", days: 1)
    }
  }

  @Test func `an expired subscription is not extended`() throws {
    var shop = try shop()
    try shop.expire("premium.plus")

    #expect(throws: StoreError.notSubscribed(productID: "premium.plus", account: nil)) {
      try shop.extend("premium.plus", days: 1)
    }
  }

  @Test func `a subscriber whose renewal is off has access for longer, and then expires`() throws {
    var shop = try shop()
    try shop.disableAutoRenew("premium.plus")

    try shop.extend("premium.plus", days: 10)

    try shop.advance(to: "2026-02-10")
    #expect(shop.subscription?.isActive == true)
    try shop.advance(to: "2026-02-11")
    #expect(shop.subscription?.expirationIntent == .autoRenewDisabled)
  }

  @Test func `where time is fast, seven days are as long as a weekly period`() throws {
    var shop = try LedgerFixture("2026-01-01")
    shop.snapshot.rules.timeRate = .monthlyRenewalEveryHour
    try shop.buy("premium.plus")

    try shop.extend("premium.plus", days: 7)

    #expect(
      shop.subscription?.expirationDate == (try LedgerFixture.date("2026-01-01T01:15:00Z")))
  }

  @Test(arguments: [
    // Plan, milliseconds that the extension takes.
    ("premium.plus", 10_000), ("premium.yearly", 833), ("weekly", 42_857),
  ])
  func `if every period is equally long, ten days are their share of the plan's period`(
    plan: String, milliseconds: Int
  ) throws {
    var shop = try LedgerFixture("2026-01-01")
    shop.sellWeekly()
    shop.snapshot.rules.timeRate = .oneRenewalEveryThirtySeconds
    try shop.buy(plan)

    try shop.extend(plan, days: 10)

    let end = try #require(shop.subscription?.expirationDate)
    #expect(Int((end.timeIntervalSince(shop.now) * 1000).rounded()) == 30_000 + milliseconds)
  }

  @Test(arguments: [
    // The time rate, and the milliseconds that 365 days take for a monthly plan.
    (TimeRate.oneRenewalEveryThirtySeconds, 365_000), (.monthlyRenewalEveryHour, 46_928_571),
  ])
  func `at an accelerated time rate the 365 days of the limit are shorter too`(
    timeRate: TimeRate, milliseconds: Int
  ) throws {
    var shop = try LedgerFixture("2026-01-01")
    shop.snapshot.rules.timeRate = timeRate
    shop.snapshot.rules.isRenewalLimited = false
    try shop.buy("premium.plus")
    try shop.extend("premium.plus", days: 1)
    try shop.extend("premium.plus", days: 1)
    let year = shop.now + Double(milliseconds) / 1000

    shop.advance(to: (year - 0.001).wholeMilliseconds)
    #expect(throws: StoreError.extensionRefused(productID: "premium.plus", reason: .tooMany)) {
      try shop.extend("premium.plus", days: 1)
    }
    shop.advance(to: year.wholeMilliseconds)
    try shop.extend("premium.plus", days: 1)
  }
}
