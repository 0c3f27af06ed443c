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
    fixture.snapshot.products["radio"] = radio
    try fixture.buy("radio")
    try fixture.buy("premium.plus")
  }

  private mutating func perform(_ command: CustomerCommand) throws {
    fixture.draft.record(try events(of: command), at: fixture.now, in: fixture.snapshot)
  }

  private func events(of command: CustomerCommand) throws -> [LedgerEvent] {
    try fixture.ledger.events(of: command, at: fixture.now, in: fixture.snapshot)
  }

  @Test mutating func `a fixed payment charges every renewal that waits, each with its own ID`()
    throws
  {
    fixture.snapshot.rules.renewalsFail = true
    try fixture.advance(to: "2026-03-10")
    #expect(fixture.transactions.count == 2)

    let charges = ["3.49", "1.99"].enumerated().map { index, price in
      RenewalCharge(productID: ["premium.plus", "radio"][index], price: dollars(price))
    }
    try perform(.fixPayment(charges: charges))

    let ids = fixture.transactions.map(\.id)
    #expect(ids.count == 4 && Set(ids).count == 4)
    #expect(fixture.prices == ["1.99", "3.49", "1.99", "3.49"])
    #expect(fixture.ledger.subscriptions.values.allSatisfy { !$0.isInBillingRetry })
    #expect(fixture.periods.suffix(2) == ["2026-03-10", "2026-03-10"])
    #expect(try events(of: .fixPayment(charges: charges)).isEmpty)
  }

  @Test mutating func `a payment that would charge something else than was shown charges nothing`()
    throws
  {
    fixture.snapshot.rules.renewalsFail = true
    try fixture.advance(to: "2026-03-10")
    let radio = RenewalCharge(productID: "radio", price: dollars("1.99"))
    let plus = RenewalCharge(productID: "premium.plus", price: dollars("3.49"))
    let cheaper = RenewalCharge(productID: "premium.plus", price: dollars("3.48"))

    for shown in [[radio], [radio, cheaper]] {
      #expect(
        throws: StoreError.priceChanged(
          productID: "premium.plus", price: plus.price, currency: "USD")
      ) {
        try events(of: .fixPayment(charges: shown))
      }
    }
    let withdrawn = fixture.snapshot.products.removeValue(forKey: "premium.plus")
    #expect(throws: StoreError.unknownProduct(productID: "premium.plus")) {
      try events(of: .fixPayment(charges: [radio, plus]))
    }
    #expect(try events(of: .fixPayment(charges: [radio])).count == 3, "the sheet said that it ends")
    fixture.snapshot.products["premium.plus"] = withdrawn
    #expect(try events(of: .fixPayment(charges: [radio, plus])).count == 4)
  }

  @Test mutating func `a customer agrees only to the price that they were shown, and declines any`()
    throws
  {
    try askForConsent(to: 3)
    func answer(_ price: Decimal, _ isAccepted: Bool) -> CustomerCommand {
      .answerPriceIncrease(groupID: "music", price: price, isAccepted: isAccepted)
    }

    #expect(throws: StoreError.priceChanged(productID: "radio", price: 3, currency: "USD")) {
      try events(of: answer(2, true))
    }
    #expect(try events(of: answer(2, false)).count == 2)
    try perform(answer(3, true))

    #expect(try events(of: answer(3, true)).isEmpty, "the same answer again")
    #expect(throws: StoreError.priceChanged(productID: "radio", price: 3, currency: "USD")) {
      try events(of: answer(2, true))
    }
    #expect(throws: StoreError.noPriceIncrease(productID: "radio")) {
      try events(of: answer(3, false))
    }
  }

  @Test mutating func `while renewal is off a customer is asked for no price, and agrees to none`()
    throws
  {
    try askForConsent(to: 3)
    try perform(.disableAutoRenew(groupID: "music"))

    for price: Decimal in [2, 3] {
      let answer = CustomerCommand.answerPriceIncrease(
        groupID: "music", price: price, isAccepted: true)
      #expect(throws: StoreError.noPriceIncrease(productID: "radio")) { try events(of: answer) }
    }
  }

  private mutating func askForConsent(to price: Decimal) throws {
    let music = try #require(fixture.ledger.subscriptions["music"])
    fixture.snapshot.products["radio"]?.price = price
    fixture.draft.record(
      try music.requestPriceIncreaseConsent(in: fixture.snapshot), at: fixture.now,
      in: fixture.snapshot)
  }

  @Test mutating func `a price increase is answered by its customer`() throws {
    try askForConsent(to: 3)
    let declined = CustomerCommand.answerPriceIncrease(
      groupID: "music", price: 3, isAccepted: false)

    try perform(declined)
    #expect(try events(of: declined).isEmpty, "the same answer again")
    #expect(fixture.ledger.subscriptions["music"]?.willAutoRenew == false)

    try perform(.enableAutoRenew(groupID: "music", productID: "radio", price: 3))
    try perform(.answerPriceIncrease(groupID: "music", price: 3, isAccepted: true))
    try fixture.advance(to: "2026-03-01")
    #expect(fixture.prices.contains("3"))
    #expect(throws: StoreError.noPriceIncrease(productID: "premium.plus")) {
      try events(of: .answerPriceIncrease(groupID: "navigation", price: 3, isAccepted: true))
    }
  }

  @Test mutating func `only the plan of the named group is changed`() throws {
    try perform(.disableAutoRenew(groupID: "music"))

    #expect(fixture.ledger.subscriptions["music"]?.willAutoRenew == false)
    #expect(fixture.subscription?.willAutoRenew == true)
    #expect(throws: StoreError.notSubscribed(productID: "sports", account: nil)) {
      try fixture.ledger.events(
        of: .disableAutoRenew(groupID: "sports"), at: fixture.now, in: fixture.snapshot)
    }
  }
}

private func dollars(_ price: String) -> Decimal { Decimal(string: price) ?? 0 }
