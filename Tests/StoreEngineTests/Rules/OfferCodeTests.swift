import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import Testing

/// The effect of a code's offer on a subscription.
@Suite struct OfferCodeTests {
  private var fixture: LedgerFixture

  init() throws { fixture = try LedgerFixture("2026-01-01") }

  /// Two months of a plan for 0.49 each, unless another price is given; the offer is named as its code,
  /// unless another name is given.
  private func code(
    of plan: String, _ text: String = "SPRING", offer name: String? = nil,
    for eligibility: [Catalogue.CodeOffer.Eligibility] = [.new, .existing, .expired],
    isStackable: Bool = false, price: String = "0.49"
  ) throws -> SaleOffer {
    let name = name ?? text.lowercased()
    let offer = StoreOffer(
      id: name, type: .code, discountType: .payAsYouGo,
      price: try #require(Decimal(string: price)), period: .months(1), periodCount: 2)
    return .code(
      StoredOfferCode(
        OfferCode(code: text, productID: plan, reference: name),
        terms: .init(
          productID: plan, reference: name,
          offer: .init(offer: offer, eligibility: eligibility, isStackable: isStackable))))
  }

  /// A code that gives a product for free.
  private func free(_ product: String, _ text: String) -> SaleOffer {
    .code(
      StoredOfferCode(
        OfferCode(code: text, productID: product, reference: product),
        terms: .init(productID: product, reference: product)))
  }

  @Test mutating func `a new customer begins at its price, without the introductory offer`() throws
  {
    try fixture.buy("premium", offer: code(of: "premium"))
    try fixture.advance(to: "2026-03-01")

    #expect(fixture.prices == ["0.49", "0.49", "2.99"])
    #expect(fixture.transactions[0].period?.offer?.type == .code)
    #expect(fixture.transactions[0].period?.offer?.id == "spring")
    #expect(fixture.subscription?.usedIntroductoryOffer == true)
  }

  @Test mutating func `a code that replaced no introductory offer leaves it to the customer`()
    throws
  {
    try fixture.buy("premium.plus", offer: code(of: "premium.plus"))
    #expect(fixture.subscription?.usedIntroductoryOffer == false)
    try fixture.buy("pro", offer: code(of: "pro", "SUMMER"))
    #expect(fixture.subscription?.usedIntroductoryOffer == false, "a subscriber could not have it")

    try fixture.expire("pro")

    #expect(try fixture.quote("standard").offer?.type == .introductory)
  }

  @Test mutating func `a customer redeems one code of an offer, and codes of several offers`()
    throws
  {
    try fixture.buy("premium.plus", offer: code(of: "premium.plus"))
    try fixture.advance(to: "2026-06-01")
    let second = try code(of: "premium.plus", "SPRING2", offer: "spring")
    let error = StoreError.ineligibleForOffer(offerID: "spring", reason: .codeRedeemed)

    #expect(throws: error) { try fixture.quote("premium.plus", offer: second) }
    #expect(throws: error) { try fixture.buy("premium.plus", offer: second) }
    #expect(throws: StoreError.offerCodeRedeemed(name: "SPRING")) {
      try fixture.buy("premium.plus", offer: code(of: "premium.plus"))
    }
    #expect(error.description.hasSuffix("Ask for a code of another offer"))
    #expect(
      try fixture.buy("standard", offer: code(of: "standard", "SPRING3", offer: "spring"))
        .scheduled,
      "another plan's offer of the same name is another offer")
    try fixture.advance(to: "2026-07-01")
    #expect(try fixture.buy("standard", offer: code(of: "standard", "SUMMER")).scheduled)
  }

  @Test mutating func `a customer gets a product for free with one code`() throws {
    try fixture.buy("fuel", offer: free("fuel", "ONE"))

    #expect(throws: StoreError.ineligibleForOffer(offerID: "fuel", reason: .codeRedeemed)) {
      try fixture.buy("fuel", offer: free("fuel", "TWO"))
    }
    #expect(fixture.prices == ["0"])
  }

  @Test mutating func `a stackable code follows the whole introductory offer`() throws {
    let offer = try code(of: "premium", isStackable: true)
    let quote = try fixture.quote("premium", offer: offer)
    #expect(quote.offer?.type == .introductory && quote.followingOffer?.type == .code)
    var other = quote
    other.followingOffer = nil
    #expect(!quote.matches(confirmed: other))

    try fixture.buy("premium", offer: offer)
    try fixture.advance(to: "2026-06-01")

    #expect(fixture.prices == ["0.99", "0.99", "0.99", "0.49", "0.49", "2.99"])
  }

  @Test mutating func `a subscriber gets its price from the next period`() throws {
    try fixture.buy("premium.plus")
    let outcome = try fixture.buy("premium.plus", offer: code(of: "premium.plus"))
    try fixture.advance(to: "2026-04-01")

    #expect(outcome.scheduled)
    #expect(fixture.prices == ["3.49", "0.49", "0.49", "3.49"])
    #expect(
      fixture.draft.changes.flatMap(\.notifications).contains(StoreNotification(.offerRedeemed)))
  }

  @Test mutating func `in grace its price waits for the payment, and a free period begins at once`()
    throws
  {
    for (price, prices) in [("0.49", ["3.49"]), ("0", ["3.49", "0"])] {
      var shop = try LedgerFixture("2026-01-01")
      shop.snapshot.rules.gracePeriod = .days16
      try shop.buy("premium.plus")
      try shop.failBilling("premium.plus")
      try shop.advance(to: "2026-02-03")
      #expect(shop.subscription?.isInGracePeriod == true)

      let outcome = try shop.buy("premium.plus", offer: code(of: "premium.plus", price: price))

      #expect(shop.prices == prices)
      #expect(outcome.scheduled == (price != "0"))
      #expect(outcome.transactionID == shop.transactions.last?.id)
      #expect(shop.subscription?.isInGracePeriod == (price != "0"))
      #expect((shop.subscription?.billingIssue == nil) == (price == "0"))
      if price == "0" {
        #expect(shop.periods == ["2026-01-01", "2026-02-01"], "the cycle is kept")
        try shop.advance(to: "2026-03-02")
        #expect(shop.prices == ["3.49", "0", "0"], "the offer has two periods")
      }
    }
  }

  @Test mutating func `a former subscriber comes back at its price`() throws {
    try fixture.buy("premium.plus")
    try fixture.disableAutoRenew("premium.plus")
    try fixture.advance(to: "2026-03-01")
    try fixture.buy("premium.plus", offer: code(of: "premium.plus", for: [.expired]))

    #expect(fixture.prices == ["3.49", "0.49"])
  }

  @Test(arguments: [
    (Catalogue.CodeOffer.Eligibility.new, [nil, .subscribed, .lapsed]),
    (.existing, [.neverSubscribed, nil, .lapsed]),
    (.expired, [.neverSubscribed, .subscribed, nil as OfferError?]),
  ])
  mutating func `only those customers can redeem a code whom its offer is for`(
    eligibility: Catalogue.CodeOffer.Eligibility, expected: [OfferError?]
  ) throws {
    let offer = try code(of: "premium.plus", for: [eligibility])
    var refusals = [refusal(of: offer)]
    try fixture.buy("premium.plus")
    refusals.append(refusal(of: offer))
    try fixture.disableAutoRenew("premium.plus")
    try fixture.advance(to: "2026-03-01")
    refusals.append(refusal(of: offer))

    #expect(refusals == expected)
  }

  /// The reason why the customer cannot have an offer; `nil` if they can.
  private func refusal(of offer: SaleOffer) -> OfferError? {
    do {
      _ = try fixture.quote("premium.plus", offer: offer)
    } catch StoreError.ineligibleForOffer(_, let reason, _) {
      return reason
    } catch {
      Issue.record("\(error)")
    }
    return nil
  }

  @Test(arguments: ["premium.plus", "standard", "pro"])
  mutating func `10: while an offer is still to come, a code of any plan is refused`(
    plan: String
  ) throws {
    try fixture.buy("premium.plus")
    try fixture.buy("premium.plus", offer: code(of: "premium.plus"))
    let before = fixture.ledger
    let second = try code(of: plan, "SUMMER")
    let error = StoreError.ineligibleForOffer(
      offerID: "summer", reason: .offerRedeemed, begins: try LedgerFixture.date("2026-02-01"))

    #expect(throws: error) { try fixture.buy(plan, offer: second) }
    #expect(throws: error) { try fixture.quote(plan, offer: second) }
    #expect(fixture.ledger == before)
    #expect(error.description.contains("after 2026-02-01T00:00:00Z, when that one begins"))

    try fixture.advance(to: "2026-02-01")
    try fixture.buy(plan, offer: second)
    #expect(fixture.prices.prefix(2) == ["3.49", "0.49"], "the first one has begun")
  }

  @Test mutating func `10: an offer that waits for the introductory one's end is kept until then`()
    throws
  {
    try fixture.buy("premium", offer: code(of: "premium", isStackable: true))
    try fixture.advance(to: "2026-01-20")

    #expect(
      throws: StoreError.ineligibleForOffer(
        offerID: "summer", reason: .offerRedeemed, begins: try LedgerFixture.date("2026-04-01"))
    ) { try fixture.buy("premium", offer: code(of: "premium", "SUMMER")) }
  }

  @Test mutating func `10: an order of another plan says which offer is lost`() throws {
    try fixture.buy("premium.plus")
    try fixture.buy("premium.plus", offer: code(of: "premium.plus"))
    let redeemed = try #require(fixture.subscription?.nextOffer)

    for plan in ["standard", "pro"] {
      #expect(try fixture.quote(plan).lostOffers == [redeemed], "\(plan)")
    }
    try fixture.disableAutoRenew("premium.plus")
    for plan in ["standard", "pro"] {
      #expect(try fixture.quote(plan).lostOffers == [redeemed], "\(plan)")
    }
    let resumed = try fixture.quote("premium.plus")
    #expect(resumed.offer == redeemed && resumed.lostOffers == [], "it is kept")
    let other = try code(of: "premium.plus", "SUMMER")
    #expect(try fixture.quote("premium.plus", offer: other).lostOffers == [redeemed])
  }

  @Test mutating func `10: an app that does not know of lost offers is not asked again`() throws {
    try fixture.buy("premium.plus", offer: code(of: "premium.plus"))
    let quote = try fixture.quote("pro")
    var confirmed = quote
    confirmed.lostOffers = nil
    #expect(quote.matches(confirmed: confirmed))
    confirmed.lostOffers = []
    #expect(!quote.matches(confirmed: confirmed))
  }

  @Test mutating func `10: the offer of a plan that is scheduled is kept if it is ordered again`()
    throws
  {
    try fixture.buy("premium.plus")
    try fixture.buy("standard", offer: code(of: "standard"))
    let redeemed = try #require(fixture.subscription?.nextOffer)

    let again = try fixture.quote("standard")
    #expect(again.offer == redeemed && again.lostOffers == [])
    #expect(try fixture.quote("premium.plus").lostOffers == [redeemed])
  }

  @Test mutating func `10: a code says that it replaces the rest of the present offer`() throws {
    try fixture.buy("premium.plus", offer: code(of: "premium.plus"))

    let lost = try fixture.quote("premium.plus", offer: code(of: "premium.plus", "SUMMER"))
      .lostOffers

    #expect(lost?.map(\.id) == ["spring"])
    #expect(lost?.map(\.periodCount) == [1], "the first of its two months has begun")
    try fixture.buy("standard")
    let kept = try fixture.quote("premium.plus")
    #expect(kept.offer == lost?.first, "it goes on if the plan does")
    try fixture.buy("premium.plus")
    try fixture.advance(to: "2026-03-01")
    #expect(fixture.prices == ["0.49", "0.49", "3.49"])
  }

  @Test mutating func `10: while renewal is off, a code takes the place of another one`() throws {
    try fixture.buy("premium.plus")
    try fixture.buy("premium.plus", offer: code(of: "premium.plus"))
    try fixture.disableAutoRenew("premium.plus")

    #expect(
      try fixture.buy("premium.plus", offer: code(of: "premium.plus", "SUMMER")).scheduled)
    try fixture.advance(to: "2026-02-01")

    #expect(fixture.prices == ["3.49", "0.49"])
  }

  @Test(arguments: [GracePeriod.off, .days16])
  mutating func `10: while the payment fails, the offer that it pays for is kept`(
    grace: GracePeriod
  ) throws {
    fixture.snapshot.rules.gracePeriod = grace
    try fixture.buy("premium.plus")
    try fixture.buy("premium.plus", offer: code(of: "premium.plus"))
    try fixture.failBilling("premium.plus")
    try fixture.advance(to: "2026-02-03")

    #expect(throws: StoreError.ineligibleForOffer(offerID: "summer", reason: .offerRedeemed)) {
      try fixture.buy("premium.plus", offer: code(of: "premium.plus", "SUMMER"))
    }
    try fixture.recoverBilling("premium.plus")
    #expect(fixture.prices == ["3.49", "0.49"])
  }

  @Test mutating func `10: what is lost with the subscription stands in no code's way`() throws {
    try fixture.buy("premium.plus")
    try fixture.buy("premium.plus", offer: code(of: "premium.plus"))
    try fixture.disableAutoRenew("premium.plus")
    try fixture.advance(to: "2026-02-01")

    try fixture.buy("premium.plus", offer: code(of: "premium.plus", "SUMMER"))

    #expect(fixture.prices == ["3.49", "0.49"])
  }

  @Test mutating func `a code gives a product for free, but not one that is owned`() throws {
    for product in ["fuel", "car", "pass"] {
      try fixture.buy(product, offer: free(product, product))
    }

    #expect(fixture.prices == ["0", "0", "0"])
    #expect(fixture.transactions.map(\.oneTimeOffer) == ["fuel", "car", "pass"])
    var owner = try LedgerFixture("2026-01-01")
    try owner.buy("car")
    #expect(throws: StoreError.ineligibleForOffer(offerID: "car", reason: .owned)) {
      try owner.buy("car", offer: free("car", "another"))
    }
    #expect(throws: StoreError.invalidQuantity(2, allowed: 1...1)) {
      try owner.buy("fuel", quantity: 2, offer: free("fuel", "two"))
    }
  }

  @Test mutating func `a redeemed code does not wait for approval`() throws {
    fixture.snapshot.rules.askToBuy = true
    try fixture.buy("premium", offer: code(of: "premium"))

    #expect(fixture.prices == ["0.49"])
  }
}
