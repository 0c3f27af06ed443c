import StoreAPI
import StoreEngine
import Testing

@Suite struct EnableAutoRenewTests {
  @Test func `a plan whose renewal is turned on again renews`() throws {
    var shop = try LedgerFixture("2026-01-01")
    try shop.buy("premium.plus")
    try shop.disableAutoRenew("premium.plus")

    try shop.enableAutoRenew("premium.plus")

    try shop.advance(to: "2026-02-15")
    #expect(shop.periods == ["2026-01-01", "2026-02-01"])
  }

  @Test func `the plan that was chosen for the next period is kept`() throws {
    var shop = try LedgerFixture("2026-01-01")
    try shop.buy("pro")
    try shop.buy("standard")
    try shop.disableAutoRenew("pro")
    #expect(shop.subscription?.willAutoRenew == false)

    try shop.enableAutoRenew("pro")

    #expect(shop.subscription?.autoRenewPreference == "standard")
    try shop.advance(to: "2026-03-15")
    #expect(shop.subscription?.productID == "standard")
  }

  @Test func `turning renewal on where it is on changes nothing`() throws {
    var shop = try LedgerFixture("2026-01-01")
    try shop.buy("pro")
    let changes = shop.draft.changes

    try shop.enableAutoRenew("pro")

    #expect(shop.draft.changes == changes)
  }

  @Test func `what has ended is not turned on again`() throws {
    var shop = try LedgerFixture("2026-01-01")
    try shop.buy("pro")
    try shop.expire("pro")

    #expect(throws: StoreFault.notSubscribed("pro", account: nil)) {
      try shop.enableAutoRenew("pro")
    }
  }
}
