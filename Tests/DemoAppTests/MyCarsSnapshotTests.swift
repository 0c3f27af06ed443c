import OpenStoreKit
import TerminalUI
import Testing

@testable import DemoApp

/// The garage of every kind of customer.
@Suite struct MyCarsSnapshotTests {
  @Test(arguments: [
    Customer("owner", "an owner sees garage, fuel and plan", Sample.owner, fuel: Sample.tank),
    Customer("inactive", "an inactive customer is welcomed back", Sample.lapsed),
    Customer(
      "plan-ended", "an owner whose plan has ended is welcomed back to it",
      Sample.lapsed.with { $0.entitlements = [Sample.owned(.suv)] }),
    Customer(
      "no-plan", "to an owner without a plan the garage says so",
      Sample.facts().with { $0.entitlements = [Sample.owned(.car)] }),
    Customer("pass", "a pass stands in the garage with its end", Sample.passOwner),
    Customer("grace", "a plan in its grace period asks for the payment", Sample.grace),
    Customer(
      "billing-retry", "a plan in billing retry asks to verify the billing details",
      Sample.facts(eligible: false).with { $0.statuses = [Sample.unpaid] }),
    Customer(
      "owner-billing-retry", "an owner in billing retry keeps the garage",
      Sample.owner.with { $0.statuses = [Sample.unpaid] }),
    Customer(
      "refunded", "a customer whose only car was refunded can have it again",
      Sample.facts().with { $0.latest = [Sample.owned(.racecar, revoked: "2026-11-12")] }),
    Customer(
      "plan-refunded", "a customer whose plan was refunded can have it again",
      Sample.facts(eligible: false).with {
        $0.statuses = [Sample.status(.pro, .revoked, revoked: "2026-11-12", renews: false)]
      }),
    Customer(
      "pending", "an order that waits for approval stands in the garage",
      Sample.facts().with { $0.orders = Sample.orders(.racecar) }),
    Customer(
      "fuel-waits", "several orders of a fuel stand in the garage with their number",
      Sample.facts(ordered: Sample.order(1), Sample.order(2, quantity: 3))),
    Customer("hybrid", "several groups of plans each show their status", Sample.hybrid),
    Customer(
      "not-verified", "a status that cannot be verified says so",
      Sample.owner.with { $0.statuses = [Sample.status(.pro, .subscribed, isVerified: false)] }),
    Customer(
      "offline", "a store that does not answer leaves the garage open", Sample.owner.offline),
    Customer(
      "not-loaded", "a first launch that found no shop says so and can be tried again",
      Sample.notLoaded),
  ])
  func `my cars`(customer: Customer) async throws {
    try await expectPictures(
      of: Sample.demo(customer.facts, fuel: customer.fuel), named: "my-cars-\(customer.name)")
  }

  @Test func `a refund is reported where the customer is`() async throws {
    var demo = await Sample.demo(Sample.owner)
    let refunded = Sample.owned(.racecar, revoked: "2026-11-14")
    let facts = Sample.owner.with {
      $0.entitlements.removeLast()
      $0.latest = [refunded]
    }
    demo.send(.reloaded(Store(facts), fuel: [:]))
    demo.send(.arrived([ExternalTransaction(owned: refunded)]))
    try expectPictures(of: demo, named: "my-cars-refund-arrives")
  }
}
