import StoreAPI
import StoreEngine
import TestSupport
import Testing

/// What holdings say about the plans of a group, before any of them is ordered.
@Suite struct PlanChangeTests {
  private func changes(_ fixture: LedgerFixture) throws -> [String: PlanChange.Timing] {
    let subscription = try #require(fixture.subscription)
    return subscription.planChanges(in: fixture.market).reduce(into: [:]) {
      $0[$1.productID] = $1.timing
    }
  }

  @Test func `a higher level begins at once, a lower level or another length at the renewal`()
    throws
  {
    var fixture = try LedgerFixture("2026-04-01")
    try fixture.buy("premium")

    #expect(
      try changes(fixture) == [
        "pro": .immediate, "premium": .never, "premium.plus": .immediate,
        "premium.yearly": .atRenewal, "standard": .atRenewal,
      ])
  }

  @Test func `twelve months and one year are equally long`() throws {
    var fixture = try LedgerFixture("2026-04-01")
    let oneYear = try #require(Period(1, .year))
    fixture.market.products["plus.yearly"] = .plan(
      "plus.yearly", level: 2, price: "34.99", period: oneYear)
    try fixture.buy("premium.yearly")

    #expect(try changes(fixture)["plus.yearly"] == .immediate)
  }

  @Test func `the level that the active plan was sold with counts, not its level of today`() throws
  {
    var fixture = try LedgerFixture("2026-04-01")
    try fixture.buy("premium")
    fixture.market.products["premium"]?.subscription?.groupLevel = 4

    #expect(try changes(fixture)["standard"] == .atRenewal)
    #expect(try fixture.quote("standard").effect.timing == .atRenewal)
  }

  @Test func `an active plan that does not renew can be ordered again`() throws {
    var fixture = try LedgerFixture("2026-04-01")
    try fixture.buy("pro")
    try fixture.buy("standard")

    #expect(try changes(fixture)["pro"] == .atRenewal)
  }

  @Test func `without an active plan nothing is replaced`() throws {
    var fixture = try LedgerFixture("2026-04-01")
    try fixture.buy("pro")
    fixture.draft.record(
      [.expired(groupID: "navigation", intent: .other)], at: fixture.now, by: nil)

    #expect(try changes(fixture).isEmpty)
  }

  @Test(arguments: ["pro", "premium", "premium.plus", "premium.yearly", "standard"])
  func `what is said is what the quote says`(active: String) throws {
    var fixture = try LedgerFixture("2026-04-01")
    try fixture.buy(active)

    for (productID, timing) in try changes(fixture) {
      #expect(try fixture.quote(productID).effect.timing == timing, "\(productID)")
    }
    #expect(try changes(fixture).count == 5)
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
