import DemoApp
import TerminalUI
import Testing

/// The garage of every kind of customer.
@Suite struct MyCarsSnapshotTests {
  private func expect(
    _ facts: StoreFacts, fuel: [String: Int] = [:], named name: String
  ) async throws {
    try await expectPictures(of: Sample.demo(facts, fuel: fuel), named: "my-cars-\(name)")
  }

  @Test func `a new customer is invited to the shop`() async throws {
    try await expect(Sample.facts(), named: "new")
  }

  @Test func `an owner sees garage, fuel and plan`() async throws {
    try await expect(Sample.owner, fuel: Sample.tank, named: "owner")
  }

  @Test func `an inactive customer is welcomed back`() async throws {
    try await expect(Sample.lapsed, named: "inactive")
  }

  @Test func `an owner whose plan has ended is welcomed back to it`() async throws {
    var facts = Sample.lapsed
    facts.entitlements = [Sample.owned("nonconsumable.utilityvehicle")]
    try await expect(facts, named: "plan-ended")
  }

  @Test func `an owner without a plan is told so`() async throws {
    var facts = Sample.facts()
    facts.entitlements = [Sample.owned("nonconsumable.car")]
    try await expect(facts, named: "no-plan")
  }

  @Test func `a pass stands in the garage with its end`() async throws {
    var facts = Sample.facts()
    facts.entitlements = [
      Sample.owned("nonRenewing.standard", kind: .nonRenewable, expires: "2027-10-21")
    ]
    try await expect(facts, named: "pass")
  }

  @Test func `a plan in its grace period asks for the payment`() async throws {
    var facts = Sample.owner
    facts.statuses = [
      Sample.status(
        "subscription.pro", .inGracePeriod, expires: "2026-11-13", grace: "2026-11-29")
    ]
    try await expect(facts, named: "grace")
  }

  @Test func `a plan in billing retry asks to verify the billing details`() async throws {
    var facts = Sample.facts(eligible: false)
    facts.statuses = [
      Sample.status("subscription.pro", .inBillingRetryPeriod, expires: "2026-11-10")
    ]
    try await expect(facts, named: "billing-retry")
  }

  @Test func `an owner in billing retry keeps the garage`() async throws {
    var facts = Sample.owner
    facts.statuses = [
      Sample.status("subscription.pro", .inBillingRetryPeriod, expires: "2026-11-10")
    ]
    try await expect(facts, named: "owner-billing-retry")
  }

  @Test func `a customer whose only car was refunded can have it again`() async throws {
    var facts = Sample.facts()
    facts.latest = [Sample.owned("nonconsumable.racecar", revoked: "2026-11-12")]
    try await expect(facts, named: "refunded")
  }

  @Test func `a customer whose plan was refunded can have it again`() async throws {
    var facts = Sample.facts(eligible: false)
    facts.statuses = [
      Sample.status("subscription.pro", .revoked, revoked: "2026-11-12", renews: false)
    ]
    try await expect(facts, named: "plan-refunded")
  }

  @Test func `an order that waits for approval stands in the garage`() async throws {
    var facts = Sample.facts()
    facts.pending = ["nonconsumable.racecar"]
    try await expect(facts, named: "pending")
  }

  @Test func `several groups of plans each say how they stand`() async throws {
    try await expect(Sample.hybrid, named: "hybrid")
  }

  @Test func `a status that cannot be verified says so`() async throws {
    var facts = Sample.owner
    facts.statuses = [Sample.status("subscription.pro", .subscribed, isVerified: false)]
    try await expect(facts, named: "not-verified")
  }

  @Test func `a store that does not answer leaves the garage open`() async throws {
    var facts = Sample.owner
    facts.offlineSince = Sample.date("2026-11-14T09:30:00Z")
    try await expect(facts, named: "offline")
  }

  @Test func `a first launch that found no shop says so and can be tried again`() async throws {
    var facts = StoreFacts(now: Sample.now)
    facts.productFailure = "the store cannot be reached"
    try await expect(facts, named: "not-loaded")
  }

  @Test func `a refund that arrives is said where the customer is`() async throws {
    var demo = await Sample.demo(Sample.owner)
    var facts = Sample.owner
    facts.entitlements.removeLast()
    let refunded = Sample.owned("nonconsumable.racecar", revoked: "2026-11-14")
    facts.latest = [refunded]
    _ = demo.update(.message(.reloaded(Store(facts), fuel: [:])))
    _ = demo.update(.message(.arrived(ExternalTransaction(owned: refunded))))
    try expectPictures(of: demo, named: "my-cars-refund-arrives")
  }
}
