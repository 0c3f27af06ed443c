import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import Testing

@Suite struct WinBackTests {
  private var fixture: LedgerFixture

  init() throws {
    fixture = try LedgerFixture("2026-01-01")
    try offer([.init(isEligible: true)])
    try fixture.buy("premium.plus")
  }

  /// Gives the plan offers with these rules, whose IDs are their places.
  private mutating func offer(_ eligibilities: [WinBackEligibility]) throws {
    let price = try #require(Decimal(string: "0.49"))
    fixture.snapshot.products["premium.plus"]?.subscription?.winBackOffers =
      eligibilities.enumerated().map { index, eligibility in
        StoreOffer(
          id: "comeback.\(index)", type: .winBack, discountType: .payUpFront, price: price,
          period: .months(2), eligibility: eligibility)
      }
  }

  private mutating func lapse() throws {
    try fixture.disableAutoRenew("premium.plus")
    try fixture.advance(to: "2026-02-01")
  }

  private var eligible: [String] {
    fixture.subscription?.eligibleWinBackOfferIDs(at: fixture.now, in: fixture.snapshot) ?? []
  }

  @Test mutating func `only a subscription that has expired can be won back`() throws {
    #expect(eligible == [])
    #expect(throws: StoreError.ineligibleForOffer(offerID: "comeback.0", reason: .subscribed)) {
      try fixture.buy("premium.plus", offer: .winBack("comeback.0"))
    }
    try lapse()
    #expect(eligible == ["comeback.0"])
  }

  @Test mutating func `a win-back offer begins a new period at its price, and then the plan's`()
    throws
  {
    try lapse()
    try fixture.buy("premium.plus", offer: .winBack("comeback.0"))
    try fixture.advance(to: "2026-04-01")

    #expect(fixture.prices == ["3.49", "0.49", "3.49"])
    #expect(fixture.periods == ["2026-01-01", "2026-02-01", "2026-04-01"])
    #expect(fixture.transactions[1].period?.offer?.type == .winBack)
    #expect(fixture.transactions[1].originalID == fixture.transactions[0].id)
  }

  @Test mutating func `the file's switch and the order of the list decide`() throws {
    try lapse()
    try offer([.init(isEligible: false), .init(isEligible: true), .init(isEligible: true)])

    #expect(eligible == ["comeback.1", "comeback.2"])
  }

  @Test mutating func `an unknown offer is refused`() throws {
    try lapse()
    #expect(throws: StoreError.unknownOffer(offerID: "other")) {
      try fixture.buy("premium.plus", offer: .winBack("other"))
    }
    #expect(throws: StoreError.unknownOffer(offerID: "comeback.0")) {
      try fixture.buy("car", offer: .winBack("comeback.0"))
    }
  }

  @Test mutating func `a refunded subscription cannot be won back`() throws {
    try fixture.refund(try #require(fixture.subscription).transactionID)

    #expect(eligible == [])
  }

  @Test mutating func `App Store Connect's rules count paid months and months since the end`()
    throws
  {
    try lapse()
    try offer([
      .init(isEligible: false, rules: .init(minimumPaidMonths: 1)),
      .init(isEligible: true, rules: .init(minimumPaidMonths: 2)),
      .init(isEligible: true, rules: .init(minimumMonthsSinceEnd: 1, maximumMonthsSinceEnd: 3)),
    ])

    #expect(eligible == ["comeback.0"])
    try fixture.advance(to: "2026-03-01")
    #expect(eligible == ["comeback.0", "comeback.2"])
    try fixture.advance(to: "2026-05-01")
    #expect(eligible == ["comeback.0", "comeback.2"], "the last moment")
    try fixture.advance(to: "2026-05-02")
    #expect(eligible == ["comeback.0"])
  }

  @Test mutating func `an offer waits as long as the rules say after the last one`() throws {
    try lapse()
    try offer([.init(isEligible: true, rules: .init(monthsBetweenOffers: 6))])
    try fixture.buy("premium.plus", offer: .winBack("comeback.0"))
    try fixture.disableAutoRenew("premium.plus")
    try fixture.advance(to: "2026-04-02")

    #expect(eligible == [])
    try fixture.advance(to: "2026-08-01")
    #expect(eligible == ["comeback.0"])
  }

  @Test mutating func `the app's server can allow an introductory offer again, or withhold it`()
    throws
  {
    try fixture.buy("pro", offer: .introductory(isAllowed: false))
    #expect(fixture.prices == ["3.49", "4.99"])
    try fixture.expire("pro")
    try fixture.buy("pro", offer: .introductory(isAllowed: true))
    #expect(fixture.prices == ["3.49", "4.99", "1.99"])
  }

  @Test mutating func `if every period is equally long, a month takes one period`() throws {
    fixture.snapshot.rules.timeRate = .oneRenewalEveryMinute
    try offer([.init(isEligible: true, rules: .init(minimumMonthsSinceEnd: 3))])
    try lapse()
    fixture.advance(to: fixture.now + 179)
    #expect(eligible == [])
    fixture.advance(to: fixture.now + 1)
    #expect(eligible == ["comeback.0"])
  }

  @Test mutating func `if every period is equally long, months are their share of the last plan`()
    throws
  {
    fixture.snapshot.rules.timeRate = .oneRenewalEveryMinute
    try offer([.init(isEligible: true, rules: .init(minimumMonthsSinceEnd: 3))])
    try fixture.expire("premium.plus")
    try fixture.buy("premium.yearly")
    try fixture.disableAutoRenew("premium.yearly")
    fixture.advance(to: fixture.now + 60)

    fixture.advance(to: fixture.now + 14)
    #expect(eligible == [])
    fixture.advance(to: fixture.now + 1)
    #expect(eligible == ["comeback.0"], "a year is a minute, so three months are 15 seconds")
  }
}
