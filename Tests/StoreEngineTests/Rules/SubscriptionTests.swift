import AppStorePayloads
import Foundation
import StoreAPI
import Testing

@testable import StoreEngine

/// The numbers are those of the invariants in Subscription.swift.
@Suite struct SubscriptionTests {
  @Test func `4: a subscription that began on the 31st keeps its day`() throws {
    var shop = try LedgerFixture("2026-01-31")
    try shop.buy("premium.plus")

    try shop.advance(to: "2026-05-01")

    #expect(shop.periods == ["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30"])
    #expect(shop.subscription.map { LedgerFixture.day($0.expirationDate) } == "2026-05-31")
  }

  @Test func `4: two months at an offer's price, then monthly on the same day`() throws {
    var shop = try LedgerFixture("2025-12-31")
    try shop.buy("pro")

    try shop.advance(to: "2026-05-01")

    #expect(shop.periods == ["2025-12-31", "2026-02-28", "2026-03-31", "2026-04-30"])
    #expect(shop.prices == ["1.99", "4.99", "4.99", "4.99"])
    #expect(
      shop.transactions.map { $0.period?.offer?.discountType } == [.payUpFront, nil, nil, nil])
    #expect(shop.transactions.map(\.reason) == [.purchase, .renewal, .renewal, .renewal])
  }

  @Test func `an offer paid as you go has its price for its number of periods`() throws {
    var shop = try LedgerFixture("2026-01-01")
    try shop.buy("premium")

    try shop.advance(to: "2026-05-02")

    #expect(shop.prices == ["0.99", "0.99", "0.99", "2.99", "2.99"])
  }

  @Test func `a free week is followed by months`() throws {
    var shop = try LedgerFixture("2026-01-24")
    try shop.buy("standard")

    try shop.advance(to: "2026-04-01")

    #expect(shop.periods == ["2026-01-24", "2026-01-31", "2026-02-28", "2026-03-31"])
    #expect(shop.prices == ["0", "0.99", "0.99", "0.99"])
  }

  @Test func `a quote says what the first period costs and what follows`() throws {
    let shop = try LedgerFixture("2026-01-31")

    let quote = try shop.quote("pro")

    #expect(quote.effect == .subscribe(renewalDate: try LedgerFixture.date("2026-03-31")))
    #expect(quote.charge == Decimal(string: "1.99"))
    #expect(quote.offer?.discountType == .payUpFront)
    #expect(quote.renewalPrice == Decimal(string: "4.99"))
    #expect(quote.renewalPeriod == .months(1))
  }

  @Test func `3: every period has the original ID of the first`() throws {
    var shop = try LedgerFixture("2026-01-01")
    try shop.buy("pro")
    try shop.advance(to: "2026-04-02")

    #expect(Set(shop.transactions.map(\.originalID.rawValue)) == [1_000_000_001])
    #expect(Set(shop.transactions.map { $0.period?.webOrderLineItemID }).count == 3)
  }

  @Test func `1: the current plan is not sold twice`() throws {
    var shop = try LedgerFixture("2026-01-01")
    let first = try shop.buy("pro")

    let again = try shop.buy("pro")

    #expect(again == OrderOutcome(transactionID: first.transactionID, alreadyOwned: true))
    #expect(shop.transactions.count == 1)
  }

  @Test func `2: an upgrade begins at once and refunds the unused part`() throws {
    var shop = try LedgerFixture("2026-04-01")
    try shop.buy("premium.plus")
    try shop.advance(to: "2026-04-16")
    let quote = try shop.quote("pro")

    try shop.buy("pro", quote: quote)

    let renewal = try LedgerFixture.date("2026-05-16")
    #expect(
      quote.effect == .upgrade(from: "premium.plus", refund: 1.75, renewalDate: renewal))
    #expect("\(quote.charge)" == "4.99", "subscribers are not offered an introductory price")
    #expect(shop.transactions.map(\.isUpgraded) == [true, false])
    #expect(Set(shop.transactions.map(\.originalID)).count == 1)
    #expect(shop.subscription?.expirationDate == renewal)
  }

  @Test(arguments: [("pro", "standard"), ("pro", "premium.yearly"), ("premium", "premium.yearly")])
  func `a lower level or another length waits for the renewal`(from: String, to: String) throws {
    var shop = try LedgerFixture("2026-04-01")
    let current = try shop.buy(from)
    let end = try #require(shop.subscription?.expirationDate)
    let quote = try shop.quote(to)

    let outcome = try shop.buy(to, quote: quote)

    #expect(outcome == OrderOutcome(transactionID: current.transactionID, scheduled: true))
    #expect(quote.effect == .change(from: from, effectiveDate: end))
    #expect(quote.charge == 0)
    #expect(shop.subscription?.productID == from)

    shop.advance(to: end)
    #expect(shop.subscription?.productID == to)
    #expect(shop.transactions.last?.reason == .renewal)
    #expect(shop.transactions.last?.price == shop.snapshot.products[to]?.price)
  }

  @Test func `buying the current plan cancels a scheduled change`() throws {
    var shop = try LedgerFixture("2026-04-01")
    try shop.buy("pro")
    try shop.buy("standard")
    let quote = try shop.quote("pro")

    let outcome = try shop.buy("pro", quote: quote)

    #expect(
      quote.effect == .change(from: "pro", effectiveDate: try LedgerFixture.date("2026-06-01")))
    #expect(outcome.scheduled)
    #expect(shop.subscription?.renewsUnchanged == true)
    #expect(try shop.quote("pro").effect == .alreadyOwned)
  }

  @Test func `a change that is already scheduled is scheduled once`() throws {
    var shop = try LedgerFixture("2026-04-01")
    try shop.buy("pro")
    try shop.buy("standard")
    let before = shop.draft.changes.count

    #expect(try shop.buy("standard").scheduled)
    #expect(shop.draft.changes.count == before + 1, "only the order itself")
  }

  @Test func `buying the current plan turns renewal on again`() throws {
    var shop = try LedgerFixture("2026-04-01")
    try shop.buy("pro")
    try shop.disableAutoRenew("pro")

    try shop.buy("pro")
    try shop.advance(to: "2026-06-01")

    #expect(shop.periods == ["2026-04-01", "2026-06-01"])
  }

  @Test func `5: a plan that is no longer sold ends, and says why`() throws {
    var shop = try LedgerFixture("2026-04-01")
    try shop.buy("pro")
    shop.snapshot.products["pro"] = nil

    try shop.advance(to: "2026-07-01")

    #expect(shop.subscription?.expirationIntent == .productUnavailable)
    #expect(shop.subscription?.willAutoRenew == false)
  }

  @Test func `7: the introductory offer is for a customer's first subscription only`() throws {
    var shop = try LedgerFixture("2026-01-01")
    try shop.buy("pro")
    try shop.disableAutoRenew("pro")
    try shop.advance(to: "2026-03-02")

    try shop.buy("standard")

    #expect(shop.prices == ["1.99", "0.99"])
    #expect(shop.transactions.last?.period?.offer == nil)
    #expect(shop.transactions.last?.originalID == shop.transactions.first?.id)
    #expect(shop.transactions.last?.reason == .purchase)
  }

  @Test(arguments: [("2026-04-29", "2026-01-01"), ("2026-04-30", "2026-04-30")])
  func `a series continues over gaps of less than 60 days`(again: String, start: String) throws {
    var shop = try LedgerFixture("2026-01-01")
    try shop.buy("pro")
    try shop.disableAutoRenew("pro")
    try shop.advance(to: again)

    try shop.buy("pro")

    #expect(shop.subscription.map { LedgerFixture.day($0.recentSubscriptionStartDate) } == start)
  }

  @Test func `a renewal costs what the plan costs that day`() throws {
    var shop = try LedgerFixture("2026-01-01")
    try shop.buy("premium.plus")
    shop.snapshot.products["premium.plus"]?.price = Decimal(milliunits: 3990)

    try shop.advance(to: "2026-02-01")

    #expect(shop.prices == ["3.49", "3.99"])
  }

  @Test func `at an accelerated time rate a plan renews twelve times and ends`() throws {
    var shop = try LedgerFixture("2026-01-01")
    shop.snapshot.rules.timeRate = .monthlyRenewalEveryThirtySeconds
    try shop.buy("premium.plus")

    try shop.advance(to: "2026-01-02")

    #expect(shop.transactions.count == 13)
    let seconds = shop.subscription?.expirationDate.timeIntervalSince(
      try LedgerFixture.date("2026-01-01"))
    #expect(seconds == 390.0)
    #expect(shop.subscription?.expirationIntent == .autoRenewDisabled)
  }

  @Test func `a changed time rate applies from the next period on`() throws {
    var shop = try LedgerFixture("2026-01-31")
    try shop.buy("premium.plus")
    shop.snapshot.rules.timeRate = .monthlyRenewalEveryHour

    try shop.advance(to: "2026-02-28T02:30:00Z")

    #expect(
      shop.transactions.map { $0.purchaseDate.formatted(.iso8601) } == [
        "2026-01-31T00:00:00Z", "2026-02-28T00:00:00Z", "2026-02-28T01:00:00Z",
        "2026-02-28T02:00:00Z",
      ])
  }

  @Test func `an upgrade's refund may shrink a little while the customer reads the sheet`() throws {
    var shop = try LedgerFixture("2026-04-01")
    try shop.buy("premium.plus")
    let quote = try shop.quote("pro")
    var late = shop
    try late.advance(to: "2026-04-20")
    try shop.advance(to: "2026-04-01T01:00:00Z")

    #expect {
      try late.buy("pro", quote: quote)
    } throws: { ($0 as? StoreError)?.code == .quoteChanged }
    try shop.buy("pro", quote: quote)
    #expect(shop.subscription?.productID == "pro")
  }
}
