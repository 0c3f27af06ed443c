import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import Testing

/// The charge after a resolved billing problem if the price has risen.
///
/// The numbers and letters are those of PriceIncrease.swift, those after "billing" of
/// BillingIssue.swift.
@Suite struct BillingIssuePriceTests {
  /// A subscriber at 3.49 whose renewal of 1 February failed.
  private func shop(grace: GracePeriod, _ policy: PriceChangePolicy) throws -> LedgerFixture {
    var shop = try LedgerFixture("2026-01-01")
    shop.snapshot.rules.gracePeriod = grace
    try shop.buy("premium.plus")
    try shop.failBilling("premium.plus")
    try shop.advance(to: "2026-02-05")
    try shop.setPrice(of: "premium.plus", to: "5.99", policy)
    return shop
  }

  @Test(arguments: [
    (GracePeriod.days16, "2026-02-01", "2026-03-01"), (.off, "2026-02-05", "2026-03-05"),
  ])
  func `12, a, billing 6, 7: it is charged the price of its day, and the question stays`(
    grace: GracePeriod, begin: String, end: String
  ) throws {
    var shop = try shop(grace: grace, .askConsent)
    #expect(try shop.renewalInfo().renewalPrice == 3490)

    try shop.recoverBilling("premium.plus")

    #expect(shop.prices == ["3.49", "3.49"])
    #expect(shop.periods == ["2026-01-01", begin])
    #expect(shop.subscription?.priceIncrease?.status == .pending)
    #expect(shop.notified.last?.type == "DID_RENEW")
    #expect(shop.notified.last?.subtype == "BILLING_RECOVERY")
    #expect(try shop.renewalInfo().renewalPrice == 5990)
    try shop.advance(to: end)
    #expect(shop.subscription?.expirationIntent == .didNotConsentToPriceIncrease, "7")
    #expect(shop.prices == ["3.49", "3.49"])
  }

  @Test(arguments: [
    Charges(.inform, .days16, after: "5.99"), Charges(.inform, .off, after: "5.99"),
    Charges(.askConsent, .days16, after: nil), Charges(.askConsent, .off, after: nil),
    Charges(.preserve, .days16, after: "3.49"), Charges(.preserve, .off, after: "3.49"),
  ])
  func `12, billing e: a fixed payment costs the price that was due`(charges: Charges) throws {
    var shop = try shop(grace: charges.grace, charges.policy)
    #expect(try shop.renewalInfo().renewalPrice == 3490)

    try shop.recoverBilling("premium.plus")

    #expect(shop.prices == ["3.49", "3.49"])
    try shop.advance(to: "2026-03-06")
    #expect(shop.prices == ["3.49", "3.49"] + [charges.after].compactMap(\.self))
  }

  @Test(arguments: [GracePeriod.days16, .off])
  func `12, 3, 6: agreeing before or after paying is for the period after it`(grace: GracePeriod)
    throws
  {
    for isAgreedFirst in [true, false] {
      var shop = try shop(grace: grace, .askConsent)
      if isAgreedFirst { try shop.answerPriceIncrease("premium.plus", isAccepted: true) }
      #expect(try shop.renewalInfo().renewalPrice == 3490)

      try shop.recoverBilling("premium.plus")
      if !isAgreedFirst { try shop.answerPriceIncrease("premium.plus", isAccepted: true) }

      #expect(shop.prices == ["3.49", "3.49"])
      #expect(shop.subscription?.priceIncrease?.status == .agreed)
      #expect(try shop.renewalInfo().renewalPrice == 5990)
      try shop.advance(to: "2026-03-06")
      #expect(shop.prices == ["3.49", "3.49", "5.99"])
      #expect(shop.subscription?.priceIncrease == nil)
    }
  }

  @Test func `6, billing e: an increase is over if the failed renewal was due at its price`() throws
  {
    var shop = try LedgerFixture("2026-01-01")
    try shop.buy("premium.plus")
    try shop.setPrice(of: "premium.plus", to: "5.99", .inform)
    try shop.failBilling("premium.plus")
    try shop.advance(to: "2026-02-05")

    try shop.recoverBilling("premium.plus")

    #expect(shop.prices == ["3.49", "5.99"])
    #expect(shop.subscription?.priceIncrease == nil)
  }

  @Test func `d, billing e: a price that falls after the failure is for the period after it`()
    throws
  {
    var shop = try shop(grace: .days16, .inform)
    try shop.setPrice(of: "premium.plus", to: "1.99", .inform)

    try shop.recoverBilling("premium.plus")

    try shop.advance(to: "2026-03-06")
    #expect(shop.prices == ["3.49", "3.49", "1.99"])
  }

  @Test func `billing e: a failed renewal at a preserved price costs it`() throws {
    var shop = try LedgerFixture("2026-01-01")
    try shop.buy("premium.plus")
    try shop.setPrice(of: "premium.plus", to: "4.99", .preserve)
    try shop.failBilling("premium.plus")
    try shop.advance(to: "2026-02-05")
    try shop.setPrice(of: "premium.plus", to: "5.99", .inform)

    try shop.recoverBilling("premium.plus")

    try shop.advance(to: "2026-03-06")
    #expect(shop.prices == ["3.49", "3.49", "5.99"])
  }

  @Test(arguments: [(PriceChangePolicy.askConsent, "3.49"), (.inform, "5.99")])
  func `12: an earlier version's failed renewal costs what the plan costs, if the customer agreed`(
    policy: PriceChangePolicy, price: String
  ) throws {
    var shop = try shop(grace: .days16, policy)
    var issue = try #require(shop.subscription?.billingIssue)
    issue.renewalPrice = nil
    shop.draft.record(
      silent: [.billingIssueChanged(groupID: "navigation", issue: issue)], at: shop.now)

    try shop.recoverBilling("premium.plus")

    #expect(shop.prices == ["3.49", price])
    #expect((shop.subscription?.priceIncrease?.status == .pending) == (policy == .askConsent))
  }

  @Test func `billing 12: another plan that is ordered in grace costs its price of the order`()
    throws
  {
    var shop = try shop(grace: .days16, .inform)
    try shop.buy("standard")
    #expect(try shop.renewalInfo().renewalPrice == 990)
    try shop.setPrice(of: "standard", to: "1.99", .inform)

    try shop.recoverBilling("premium.plus")

    try shop.advance(to: "2026-03-06")
    #expect(shop.prices == ["3.49", "0.99", "1.99"])
  }

  @Test func `billing 12: a plan that is ordered back in grace costs its present price`() throws {
    var shop = try shop(grace: .days16, .inform)
    try shop.buy("standard")
    try shop.buy("premium.plus")

    try shop.recoverBilling("premium.plus")

    #expect(shop.prices == ["3.49", "5.99"])
  }

  @Test func `12: a change that waits costs its own previous price, and is asked about later`()
    throws
  {
    var shop = try shop(grace: .days16, .askConsent)
    try shop.buy("standard")
    try shop.setPrice(of: "standard", to: "1.99", .askConsent)

    try shop.recoverBilling("premium.plus")

    #expect(shop.prices == ["3.49", "0.99"])
    #expect(shop.subscription?.priceIncrease?.productID == "standard")
    #expect(shop.subscription?.priceIncrease?.status == .pending)
  }

  @Test func `12: a failed renewal at an offer's price is charged at it`() throws {
    var shop = try LedgerFixture("2026-01-01")
    try shop.buy("premium")
    try shop.failBilling("premium")
    try shop.advance(to: "2026-02-05")
    try shop.setPrice(of: "premium", to: "5.99", .askConsent)

    try shop.recoverBilling("premium")

    #expect(shop.prices == ["0.99", "0.99"])
    #expect(shop.subscription?.priceIncrease?.status == .pending)
  }
}

/// A price change after a renewal failed at 3.49, and what the period after it costs.
struct Charges: Sendable {
  let policy: PriceChangePolicy
  let grace: GracePeriod
  /// `nil` if the plan ends, because nobody has answered.
  let after: String?

  init(_ policy: PriceChangePolicy, _ grace: GracePeriod, after: String?) {
    self.policy = policy
    self.grace = grace
    self.after = after
  }
}
