import Foundation
import StoreAPI
import StoreEngine
import Testing

@Suite struct PaidDaysTests {
  private var fixture: LedgerFixture

  init() throws { fixture = try LedgerFixture("2026-01-01") }

  @Test(arguments: [
    ("pro", "2026-03-02", 90), ("premium", "2026-05-02", 150),
    ("premium.yearly", "2026-01-02", 360), ("standard", "2026-01-09", 30),
    ("standard", "2026-01-02", 0),
  ])
  mutating func `every period counts that was paid for, with an offer and without`(
    plan: String, until date: String, days: Int
  ) throws {
    try fixture.buy(plan)
    try fixture.advance(to: date)

    #expect(fixture.subscription?.paidDays == days)
    #expect(try paidDays(afterReplayOf: fixture) == days)
  }

  @Test mutating func `an offer of 3 × 2 months that is paid up front counts 180 days`() throws {
    fixture.snapshot.products["pro"]?.subscription?.introductoryOffer?.periodCount = 3
    try fixture.buy("pro")
    #expect(fixture.subscription?.paidDays == 180)

    try fixture.advance(to: "2026-07-01")

    #expect(fixture.subscription?.paidDays == 210)
    #expect(try paidDays(afterReplayOf: fixture) == 210)
  }

  @Test(arguments: [0, 30])
  mutating func `what was paid counts, whatever number an earlier version's event has`(
    days: Int
  ) throws {
    try fixture.buy("premium.plus")
    try fixture.advance(to: "2026-05-01")
    #expect(fixture.subscription?.paidDays == 150)

    #expect(try paidDays(afterReplayOf: fixture, withLast: days) == 150)
  }

  /// Returns the paid days that result from the events, with another number for the last period.
  private func paidDays(
    afterReplayOf fixture: LedgerFixture, withLast days: Int? = nil
  ) throws -> Int {
    var replayed = Ledger(customer: fixture.ledger.customer)
    for change in fixture.draft.changes {
      guard let days, case .periodBegan(var subscription) = change.event,
        subscription.transactionID == fixture.subscription?.transactionID
      else {
        replayed.apply(change.event)
        continue
      }
      subscription.paidDays = days
      replayed.apply(.periodBegan(subscription: subscription))
    }
    return try #require(replayed.subscriptions["navigation"]).paidDays
  }
}
