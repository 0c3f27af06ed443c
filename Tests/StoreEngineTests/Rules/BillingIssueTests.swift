import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import Testing

/// The numbers and letters are those of BillingIssue.swift.
@Suite struct BillingIssueTests {
  private var fixture: LedgerFixture

  init() throws {
    fixture = try LedgerFixture("2026-01-31")
    try fixture.buy("premium.plus")
  }

  private mutating func failRenewal(grace: GracePeriod = .off) throws {
    fixture.snapshot.rules.gracePeriod = grace
    fixture.draft.record(
      silent: try #require(fixture.subscription).failBilling(), at: fixture.now)
    try fixture.advance(to: "2026-02-28")
  }

  private mutating func recover() throws {
    let events = fixture.ledger.recoverBilling(
      of: try #require(fixture.subscription), at: fixture.now, in: fixture.snapshot)
    fixture.draft.record(events, at: fixture.now, in: fixture.snapshot)
  }

  private var notifications: [StoreNotification] { fixture.draft.changes.flatMap(\.notifications) }

  @Test mutating func `1, 5: a payment that is fixed before the renewal leaves no trace`() throws {
    let paid = fixture.subscription
    fixture.draft.record(silent: try #require(paid).failBilling(), at: fixture.now)
    try recover()

    #expect(fixture.subscription == paid)
    #expect(notifications == [StoreNotification(.subscribed, .initialBuy)])
  }

  @Test
  mutating func `2, c: a renewal that fails with a grace period keeps the service until it ends`()
    throws
  {
    try failRenewal(grace: .days16)

    let subscription = try #require(fixture.subscription)
    #expect(subscription.grantsAccess)
    #expect(subscription.dueDate == (try LedgerFixture.date("2026-03-16")))
    #expect(notifications.last == StoreNotification(.didFailToRenew, .gracePeriod))
  }

  @Test(arguments: GracePeriodRenewalType.allCases)
  mutating func `d: with grace for paid to paid renewals only, none follows a free period`(
    type: GracePeriodRenewalType
  ) throws {
    let rows: [(plan: String, offer: SaleOffer, isPaid: Bool)] = [
      ("standard", .automatic, false), ("pro", .automatic, true), ("premium", .automatic, true),
      ("premium.plus", .automatic, true), ("premium.plus", try Self.freeMonth(), false),
    ]
    for row in rows {
      var shop = try LedgerFixture("2026-01-01")
      shop.snapshot.rules.gracePeriod = .days16
      shop.snapshot.rules.gracePeriodRenewalType = type
      try shop.buy(row.plan, offer: row.offer)
      try shop.failBilling(row.plan)
      shop.advance(to: try #require(shop.subscription).expirationDate)

      let grantsAccess = type == .allRenewals || row.isPaid
      #expect(shop.subscription?.isInBillingRetry == true)
      #expect(shop.subscription?.grantsAccess == grantsAccess, "\(row)")
    }
  }

  @Test mutating func `d: the second payment after a free trial has grace`() throws {
    fixture = try LedgerFixture("2026-01-01")
    fixture.snapshot.rules.gracePeriod = .days16
    fixture.snapshot.rules.gracePeriodRenewalType = .paidToPaidOnly
    try fixture.buy("standard")
    try fixture.advance(to: "2026-01-20")
    try fixture.failBilling("standard")
    try fixture.advance(to: "2026-02-10")

    #expect(fixture.prices == ["0", "0.99"])
    #expect(fixture.subscription?.isInGracePeriod == true)
  }

  private static func freeMonth() throws -> SaleOffer {
    let offer = StoreOffer(
      id: "free", type: .code, discountType: .freeTrial, price: 0, period: .months(1))
    return .code(
      StoredOfferCode(
        OfferCode(code: "FREE", productID: "premium.plus", reference: "free"),
        terms: .init(
          productID: "premium.plus", reference: "free",
          offer: .init(offer: offer, eligibility: [.new], isStackable: false))))
  }

  @Test
  mutating func `3, c: a renewal that fails without a grace period ends the service at once`()
    throws
  {
    try failRenewal()

    let subscription = try #require(fixture.subscription)
    #expect(subscription.isActive && !subscription.grantsAccess)
    #expect(subscription.dueDate == (try LedgerFixture.date("2026-04-29")))
    #expect(notifications.last == StoreNotification(.didFailToRenew))
  }

  @Test
  mutating func `4: after the grace period the renewal is still tried, without service`() throws {
    try failRenewal(grace: .days3)
    try fixture.advance(to: "2026-03-03")

    #expect(try #require(fixture.subscription).isInBillingRetry)
    #expect(try !#require(fixture.subscription).grantsAccess)
    #expect(notifications.last == StoreNotification(.gracePeriodExpired))
  }

  @Test mutating func `6: a payment that is fixed in the grace period keeps the cycle`() throws {
    try failRenewal(grace: .days28)
    try fixture.advance(to: "2026-03-20")
    try recover()

    #expect(fixture.periods == ["2026-01-31", "2026-02-28"])
    #expect(try #require(fixture.subscription).expirationDate == LedgerFixture.date("2026-03-31"))
    #expect(notifications.last == StoreNotification(.didRenew, .billingRecovery))
  }

  @Test mutating func `7: a payment that is fixed in billing retry begins a new cycle`() throws {
    try failRenewal()
    try fixture.advance(to: "2026-03-20")
    try recover()

    #expect(fixture.periods == ["2026-01-31", "2026-03-20"])
    #expect(try #require(fixture.subscription).expirationDate == LedgerFixture.date("2026-04-20"))
  }

  @Test
  mutating func `8, b: after 60 days of retry the subscription expires by a billing error`()
    throws
  {
    try failRenewal(grace: .days28)
    try fixture.advance(to: "2026-04-29")

    #expect(try #require(fixture.subscription).expirationIntent == .billingError)
    #expect(notifications.last == StoreNotification(.expired, .billingRetry))
  }

  @Test
  mutating func `9: turning renewal off in billing retry ends the subscription at once`() throws {
    try failRenewal()
    try fixture.disableAutoRenew("premium.plus")

    #expect(try #require(fixture.subscription).expirationIntent == .autoRenewDisabled)
    #expect(
      notifications.suffix(2) == [
        StoreNotification(.didChangeRenewalStatus, .autoRenewDisabled),
        StoreNotification(.expired, .voluntary),
      ])
  }

  @Test mutating func `10: a refund in billing retry revokes the subscription`() throws {
    try failRenewal()
    try fixture.refund(try #require(fixture.subscription).transactionID)

    #expect(try #require(fixture.subscription).billingIssue == nil)
    #expect(try #require(fixture.subscription).revocationDate == fixture.now)
  }

  @Test
  mutating func `11: an order in billing retry begins a new period of the same subscription`()
    throws
  {
    try failRenewal()
    try fixture.advance(to: "2026-03-05")
    try fixture.buy("pro")

    let subscription = try #require(fixture.subscription)
    #expect(subscription.grantsAccess && subscription.productID == "pro")
    #expect(subscription.originalID == fixture.transactions[0].id)
    #expect(fixture.prices == ["3.49", "4.99"])
    #expect(notifications.last == StoreNotification(.subscribed, .resubscribe))
  }
}
