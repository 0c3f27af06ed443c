import Foundation
import StoreAPI
import StoreOperatorAPI
import TestSupport
import Testing

@testable import StoreEngine

/// What happens at the exact time of a date: something that ends at a date is already over then,
/// and something that begins at a date has already begun.
@Suite struct DateBoundaryTests {
  private static let millisecond = 0.001

  private func code(until end: Date) -> StoredOfferCode {
    StoredOfferCode(
      OfferCode(
        code: "FREE", productID: "fuel", reference: "fuel", limit: 1, expirationDate: end),
      terms: .init(productID: "fuel", reference: "fuel", expirationDate: end))
  }

  @Test func `a code that ends now is refused, and is taken in the millisecond before`() throws {
    var shop = try LedgerFixture("2026-01-01")
    let code = code(until: shop.now)
    #expect(throws: StoreError.offerCodeExpired(name: "FREE", date: shop.now)) {
      try shop.buy("fuel", offer: .code(code))
    }

    shop.now -= Self.millisecond
    try shop.buy("fuel", offer: .code(code))
    #expect(shop.prices == ["0"])
  }

  @Test func `a subscription that nothing renews is over in the moment of its expiration date`()
    throws
  {
    var shop = try LedgerFixture("2026-01-01")
    try shop.buy("premium.plus")
    try shop.disableAutoRenew("premium.plus")
    let end = try #require(shop.subscription?.expirationDate)

    shop.advance(to: end - Self.millisecond)
    #expect(shop.subscription?.isActive == true)
    shop.advance(to: end)
    #expect(shop.subscription?.isActive == false)
  }

  @Test func `a code for one redemption may end six months after it was made, and not later`()
    throws
  {
    let lifetime = OfferCodeLifetime(
      madeDate: try LedgerFixture.date("2026-01-01"), isCustom: false)
    let last = try LedgerFixture.date("2026-07-01")

    for end in [lifetime.madeDate + Self.millisecond, last] {
      #expect(throws: Never.self) { try lifetime.check(end) }
    }
    for end in [lifetime.madeDate, last + Self.millisecond] {
      #expect(throws: StoreError.self) { try lifetime.check(end) }
    }
  }

  @Test(arguments: [(millisecond, true), (0, false)])
  func `a second increase needs consent until the end of the year after the first`(
    early: TimeInterval, isNeeded: Bool
  ) throws {
    let last = try LedgerFixture.date("2026-06-01")
    let consent = PriceIncreaseConsent(
      storefront: .unitedStates, now: try LedgerFixture.date("2027-06-01") - early,
      timeRate: .realTime)

    let requirement = consent.requirement(
      from: 10, to: 10.5, every: .months(1), lastIncrease: last)

    #expect(requirement == (isNeeded ? .secondIncrease(date: last) : nil))
  }

  @Test(arguments: [(millisecond, false), (0, true)])
  func `a refund of a period that is over takes nothing away, so buying again keeps none back`(
    early: TimeInterval, isReversible: Bool
  ) throws {
    var shop = try LedgerFixture("2026-01-01")
    let id = try shop.buy("premium.plus").transactionID
    try shop.disableAutoRenew("premium.plus")
    shop.advance(to: try #require(shop.subscription?.expirationDate) - early)
    try shop.refund(id)
    try shop.buy("premium.plus")

    if isReversible {
      try shop.perform(.reverseRefund(transactionID: id))
      #expect(shop.ledger.current(id).revocation == nil)
    } else {
      #expect(throws: StoreError.refundNotReversible(transactionID: id)) {
        try shop.perform(.reverseRefund(transactionID: id))
      }
    }
  }

  @Test(arguments: [
    (-86_400.0, true), (-86_400.001, false), (300, true), (300.001, false),
  ])
  func `a signature is taken for 24 hours, and up to 5 minutes too early`(
    age: TimeInterval, isTaken: Bool
  ) {
    let date = Date.fixture.timeIntervalSince1970 + age
    let check = { () throws(StoreError) in try OfferLifetime.check(date, at: .fixture) }
    if isTaken {
      #expect(throws: Never.self) { try check() }
    } else {
      #expect(throws: StoreError.self) { try check() }
    }
  }
}
