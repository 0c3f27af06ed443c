import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import Testing

/// The effect of a promotional offer on a subscription: 10 and T11 of Subscription.swift.
@Suite struct PromotionalOfferTests {
  private var fixture: LedgerFixture
  private static let loyal = SaleOffer.promotional("loyal")

  init() throws {
    fixture = try LedgerFixture("2026-01-01")
    for (plan, price) in [("pro", "1.49"), ("premium.plus", "0.99"), ("standard", "0.49")] {
      fixture.snapshot.products[plan]?.subscription?.promotionalOffers = [
        StoreOffer(
          id: "loyal", type: .promotional, discountType: .payAsYouGo,
          price: try #require(Decimal(string: price)), period: .months(1), periodCount: 2)
      ]
    }
  }

  private func notifications(_ name: NotificationType) -> [StoreNotification] {
    fixture.draft.changes.flatMap(\.notifications).filter { $0.type == name }
  }

  @Test mutating func `a new customer cannot have it`() throws {
    #expect(throws: StoreError.ineligibleForOffer(offerID: "loyal", reason: .neverSubscribed)) {
      try fixture.buy("premium.plus", offer: Self.loyal)
    }
    #expect(fixture.transactions.isEmpty)
  }

  @Test mutating func `a subscriber pays its price from the next period, and then the plan's`()
    throws
  {
    try fixture.buy("premium.plus")
    let quote = try fixture.quote("premium.plus", offer: Self.loyal)
    let outcome = try fixture.buy("premium.plus", offer: Self.loyal)
    try fixture.advance(to: "2026-05-01")

    #expect(quote.charge == 0)
    #expect(quote.offer?.id == "loyal")
    #expect(
      try quote.effect
        == .change(from: "premium.plus", effectiveDate: LedgerFixture.date("2026-02-01")))
    #expect(outcome.scheduled)
    #expect(fixture.prices == ["3.49", "0.99", "0.99", "3.49", "3.49"])
    #expect(fixture.transactions[1].period?.offer?.type == .promotional)
    #expect(fixture.transactions[3].period?.offer == nil)
    #expect(notifications(.offerRedeemed) == [StoreNotification(.offerRedeemed)])
  }

  @Test mutating func `renewal that was off is on again with the offer`() throws {
    try fixture.buy("premium.plus")
    try fixture.disableAutoRenew("premium.plus")
    try fixture.buy("premium.plus", offer: Self.loyal)

    #expect(fixture.subscription?.willAutoRenew == true)
    #expect(
      fixture.draft.changes.last { !$0.notifications.isEmpty }?.notifications == [
        StoreNotification(.offerRedeemed),
        StoreNotification(.didChangeRenewalStatus, .autoRenewEnabled),
      ])
  }

  @Test mutating func `an upgrade begins at its price now, and refunds the rest`() throws {
    try fixture.buy("premium.plus")
    let quote = try fixture.quote("pro", offer: Self.loyal)
    try fixture.buy("pro", offer: Self.loyal)
    try fixture.advance(to: "2026-03-01")

    #expect(quote.offer?.id == "loyal")
    #expect("\(quote.charge)" == "1.49")
    #expect(fixture.prices == ["3.49", "1.49", "1.49", "4.99"])
    #expect(fixture.transactions[0].isUpgraded)
    #expect(notifications(.offerRedeemed) == [StoreNotification(.offerRedeemed, .upgrade)])
    #expect(notifications(.didChangeRenewalPref) == [])
  }

  @Test mutating func `a lower plan begins at its price when the period ends`() throws {
    try fixture.buy("premium.plus")
    try fixture.buy("standard", offer: Self.loyal)
    try fixture.advance(to: "2026-04-01")

    #expect(fixture.prices == ["3.49", "0.49", "0.49", "0.99"])
    #expect(notifications(.offerRedeemed) == [StoreNotification(.offerRedeemed, .downgrade)])
    #expect(notifications(.didChangeRenewalPref) == [])
  }

  @Test(arguments: ["premium.plus", "standard", "pro"])
  mutating func `10: an offer that is still to come is not replaced by another`(
    plan: String
  ) throws {
    try fixture.buy("premium.plus")
    try fixture.buy("standard", offer: Self.loyal)

    #expect(
      throws: StoreError.ineligibleForOffer(
        offerID: "loyal", reason: .offerRedeemed, begins: try LedgerFixture.date("2026-02-01"))
    ) { try fixture.buy(plan, offer: Self.loyal) }

    try fixture.advance(to: "2026-02-01")
    #expect(fixture.prices == ["3.49", "0.49"])
  }

  @Test mutating func `an offer is lost with the plan that was chosen with it`() throws {
    try fixture.buy("premium.plus")
    try fixture.buy("standard", offer: Self.loyal)
    try fixture.buy("premium.plus")
    try fixture.advance(to: "2026-02-01")

    #expect(fixture.prices == ["3.49", "3.49"])
  }

  @Test mutating func `an offer replaces the rest of the one before`() throws {
    try fixture.buy("premium")
    try fixture.advance(to: "2026-01-02")
    fixture.snapshot.products["premium"]?.subscription?.promotionalOffers = [
      StoreOffer(
        id: "loyal", type: .promotional, discountType: .freeTrial, price: 0, period: .months(3))
    ]
    try fixture.buy("premium", offer: Self.loyal)
    try fixture.advance(to: "2026-05-01")

    #expect(fixture.prices == ["0.99", "0", "2.99"])
    #expect(fixture.periods == ["2026-01-01", "2026-02-01", "2026-05-01"])
  }

  @Test mutating func `a former subscriber comes back at its price`() throws {
    try fixture.buy("premium.plus")
    try fixture.disableAutoRenew("premium.plus")
    try fixture.advance(to: "2026-03-01")
    try fixture.buy("standard", offer: Self.loyal)
    try fixture.advance(to: "2026-05-01")

    #expect(fixture.prices == ["3.49", "0.49", "0.49", "0.99"])
    #expect(
      notifications(.subscribed) == [
        StoreNotification(.subscribed, .initialBuy), StoreNotification(.subscribed, .resubscribe),
      ])
    #expect(notifications(.offerRedeemed) == [])
  }

  @Test mutating func `a dearer offer, or one that is not the plan's, is refused`() throws {
    try fixture.buy("premium.plus")
    fixture.snapshot.products["premium.plus"]?.price = try #require(Decimal(string: "0.99"))
    for (plan, error) in [
      ("premium.plus", StoreError.invalidOfferPrice(offerID: "loyal")),
      ("premium", .unknownOffer(offerID: "loyal")),
      ("car", .unknownOffer(offerID: "loyal")),
    ] {
      #expect(throws: error) { try fixture.buy(plan, offer: Self.loyal) }
    }
    #expect(fixture.prices == ["3.49"])
    #expect(fixture.subscription?.nextOffer == nil)
  }

  @Test mutating func `an order that waits keeps its offer until it is approved`() throws {
    try fixture.buy("premium.plus")
    fixture.snapshot.rules.askToBuy = true
    let order = Order(
      key: OrderKey(UUID()), productID: "pro",
      offer: .promotionalJWS(id: "loyal", compactJWS: "signed"))
    fixture.draft.record(
      try fixture.ledger.purchase(
        order, offer: Self.loyal, at: fixture.now, in: fixture.snapshot, device: 1),
      at: fixture.now, in: fixture.snapshot)
    let number = try #require(fixture.ledger.waitingOrders.keys.first)
    fixture.draft.record(
      try fixture.ledger.approve(number, at: fixture.now, in: fixture.snapshot), at: fixture.now,
      in: fixture.snapshot)

    #expect(fixture.prices == ["3.49", "1.49"])
  }

  @Test mutating func `in grace the renewal that failed is charged at its price`() throws {
    fixture.snapshot.rules.gracePeriod = .days16
    try fixture.buy("premium.plus")
    try fixture.failBilling("premium.plus")
    try fixture.advance(to: "2026-02-03")
    try fixture.buy("premium.plus", offer: Self.loyal)
    try fixture.recoverBilling("premium.plus")

    #expect(fixture.prices == ["3.49", "0.99"])
  }
}
