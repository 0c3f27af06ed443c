import Foundation
import StoreAPI
import StoreEngine
import Testing

@Suite struct CustomerCommandTests {
  private var fixture: LedgerFixture

  init() throws {
    fixture = try LedgerFixture("2026-01-31")
    var radio = StoreProduct.plan("radio", level: 1, price: "1.99")
    radio.subscription?.groupID = "music"
    fixture.market.products["radio"] = radio
    try fixture.buy("radio")
    try fixture.buy("premium.plus")
  }

  private mutating func perform(_ command: CustomerCommand) throws {
    let events = try fixture.ledger.events(of: command, at: fixture.now, in: fixture.market)
    fixture.draft.record(events, at: fixture.now)
  }

  @Test mutating func `a mended payment charges every renewal that waits, each with its own ID`()
    throws
  {
    fixture.market.renewalsFail = true
    try fixture.advance(to: "2026-03-10")
    #expect(fixture.transactions.count == 2)

    try perform(.fixPayment)

    let ids = fixture.transactions.map(\.id)
    #expect(ids.count == 4 && Set(ids).count == 4)
    #expect(fixture.prices == ["1.99", "3.49", "1.99", "3.49"])
    #expect(fixture.ledger.subscriptions.values.allSatisfy { !$0.isInBillingRetry })
    #expect(fixture.periods.suffix(2) == ["2026-03-10", "2026-03-10"])
    let again = try fixture.ledger.events(of: .fixPayment, at: fixture.now, in: fixture.market)
    #expect(again.isEmpty)
  }

  @Test mutating func `a price increase is answered by its customer`() throws {
    let music = try #require(fixture.ledger.subscriptions["music"])
    fixture.market.products["radio"]?.price = 3
    fixture.draft.record(
      try music.requestPriceIncreaseConsent(in: fixture.market), at: fixture.now)

    try perform(.answerPriceIncrease(groupID: "music", isAccepted: false))
    #expect(fixture.ledger.subscriptions["music"]?.willAutoRenew == false)

    try perform(.enableAutoRenew(groupID: "music"))
    try perform(.answerPriceIncrease(groupID: "music", isAccepted: true))
    try fixture.advance(to: "2026-03-01")
    #expect(fixture.prices.contains("3"))
    #expect(throws: StoreFault.noPriceIncrease("premium.plus")) {
      try fixture.ledger.events(
        of: .answerPriceIncrease(groupID: "navigation", isAccepted: true), at: fixture.now,
        in: fixture.market)
    }
  }

  @Test mutating func `only the plan of the named group is changed`() throws {
    try perform(.disableAutoRenew(groupID: "music"))

    #expect(fixture.ledger.subscriptions["music"]?.willAutoRenew == false)
    #expect(fixture.subscription?.willAutoRenew == true)
    #expect(throws: StoreFault.notSubscribed("sports", account: nil)) {
      try fixture.ledger.events(
        of: .disableAutoRenew(groupID: "sports"), at: fixture.now, in: fixture.market)
    }
  }
}
