import AppStorePayloads
import StoreAPI
import StoreEngine
import TestSupport
import Testing

/// The plan changes that purchases list for a group, before any of them is ordered.
@Suite struct PlanChangeTests {
  private func changes(_ shop: LedgerFixture) throws -> [String: PlanChange.Timing] {
    let subscription = try #require(shop.subscription)
    return subscription.planChanges(in: shop.snapshot).reduce(into: [:]) {
      $0[$1.productID] = $1.timing
    }
  }

  @Test func `a higher level begins at once, a lower level or another length at the renewal`()
    throws
  {
    var shop = try LedgerFixture("2026-04-01")
    try shop.buy("premium")

    #expect(
      try changes(shop) == [
        "pro": .immediate, "premium": .never, "premium.plus": .immediate,
        "premium.yearly": .atRenewal, "standard": .atRenewal,
      ])
  }

  @Test func `twelve months and one year are equally long`() throws {
    var shop = try LedgerFixture("2026-04-01")
    let oneYear = try #require(Period(1, .year))
    shop.snapshot.products["plus.yearly"] = .plan(
      "plus.yearly", level: 2, price: "34.99", period: oneYear)
    try shop.buy("premium.yearly")

    #expect(try changes(shop)["plus.yearly"] == .immediate)
  }

  @Test func `the level that the active plan was sold with counts, not its level of today`() throws
  {
    var shop = try LedgerFixture("2026-04-01")
    try shop.buy("premium")
    shop.snapshot.products["premium"]?.subscription?.groupLevel = 4

    #expect(try changes(shop)["standard"] == .atRenewal)
    #expect(try shop.quote("standard").effect.timing == .atRenewal)
  }

  @Test func `an active plan that does not renew can be ordered again`() throws {
    var shop = try LedgerFixture("2026-04-01")
    try shop.buy("pro")
    try shop.buy("standard")

    #expect(try changes(shop)["pro"] == .atRenewal)
  }

  @Test func `without an active plan nothing is replaced`() throws {
    var shop = try LedgerFixture("2026-04-01")
    try shop.buy("pro")
    shop.draft.record(
      [.expired(groupID: "navigation", intent: .other)], at: shop.now, in: shop.snapshot)

    #expect(try changes(shop).isEmpty)
  }

  @Test(arguments: ["pro", "premium", "premium.plus", "premium.yearly", "standard"])
  func `a plan's change has the timing of its quote`(active: String) throws {
    var shop = try LedgerFixture("2026-04-01")
    try shop.buy(active)

    for (productID, timing) in try changes(shop) {
      #expect(try shop.quote(productID).effect.timing == timing, "\(productID)")
    }
    #expect(try changes(shop).count == 5)
  }
}

extension Quote.Effect {
  /// When the order replaces the active plan; `nil` if there is none to replace.
  fileprivate var timing: PlanChange.Timing? {
    switch self {
    case .upgrade: .immediate
    case .change: .atRenewal
    case .alreadyOwned: .never
    case .purchase, .subscribe: nil
    }
  }
}
