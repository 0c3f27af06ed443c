import DemoApp
import Testing

/// What can be bought, and the reason if it cannot.
@Suite struct AvailabilityTests {
  private func availability(of id: String, _ facts: StoreFacts) async -> Availability {
    await Sample.personalised(facts).availability(of: id)
  }

  @Test func `a new customer can buy everything`() async {
    let personalised = await Sample.personalised(Sample.facts())
    for product in personalised.store.products {
      #expect(personalised.availability(of: product.id).buy != nil, "\(product.id)")
    }
  }

  @Test func `what a customer owns is not sold again`() async {
    #expect(await availability(of: "nonconsumable.car", Sample.owner) == .withheld("you own it"))
    #expect(
      await availability(of: "subscription.pro", Sample.owner) == .withheld("it is your plan"))
  }

  @Test func `fuel can be bought again and again, ten at most`() async throws {
    let buy = try #require(await availability(of: "consumable.fuel.octane87", Sample.owner).buy)
    #expect(buy.quantities == 1...10)
  }

  @Test func `other plans can be bought while one serves`() async {
    #expect(await availability(of: "subscription.standard", Sample.owner).buy != nil)
  }

  @Test func `a plan that is scheduled is not bought twice`() async {
    var facts = Sample.owner
    facts.statuses = [
      Sample.status("subscription.pro", .subscribed, next: "subscription.standard")
    ]
    #expect(await availability(of: "subscription.standard", facts) == .withheld("it is scheduled"))
  }

  @Test func `the pass is not sold while a plan serves`() async {
    let availability = await availability(of: "nonRenewing.standard", Sample.owner)
    #expect(availability == .withheld("your plan already gives you the service"))
  }

  @Test func `the pass is sold again when the plan has ended`() async {
    #expect(await availability(of: "nonRenewing.standard", Sample.lapsed).buy != nil)
  }

  @Test func `nothing is sold while the store does not answer`() async {
    var facts = Sample.facts()
    facts.offlineSince = Sample.now
    for product in facts.products {
      #expect(await availability(of: product.id, facts) == .withheld("the store cannot be reached"))
    }
  }

  @Test func `an order that waits is not made again`() async {
    var facts = Sample.facts()
    facts.pending = ["nonconsumable.car"]
    #expect(
      await availability(of: "nonconsumable.car", facts) == .withheld("it waits for approval"))
  }

  @Test func `with an introductory offer the button says what is paid first`() async throws {
    let eligible = try #require(await availability(of: "subscription.pro", Sample.facts()).buy)
    let former = try #require(
      await availability(of: "subscription.pro", Sample.facts(eligible: false)).buy)

    #expect(eligible.label == "buy $1.99")
    #expect(eligible.product.terms == "2 months for $1.99, then $4.99 / month")
    #expect(former.label == "buy $4.99")
  }
}
