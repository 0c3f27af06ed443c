import DemoApp
import Testing

/// What may be bought, and the reason where it may not.
@Suite struct OfferTests {
  private func offer(of id: String, _ facts: StoreFacts) async -> Offer {
    await Sample.personalised(facts).offer(of: id)
  }

  @Test func `a new customer can buy everything`() async {
    let personalised = await Sample.personalised(Sample.facts())
    for product in personalised.store.products {
      #expect(personalised.offer(of: product.id).buy != nil, "\(product.id)")
    }
  }

  @Test func `nobody is sold what they own`() async {
    #expect(await offer(of: "nonconsumable.car", Sample.owner) == .withheld("you own it"))
    #expect(await offer(of: "subscription.pro", Sample.owner) == .withheld("it is your plan"))
  }

  @Test func `fuel can be bought again and again, ten at most`() async throws {
    let buy = try #require(await offer(of: "consumable.fuel.octane87", Sample.owner).buy)
    #expect(buy.quantities == 1...10)
  }

  @Test func `other plans can be bought while one serves`() async {
    #expect(await offer(of: "subscription.standard", Sample.owner).buy != nil)
  }

  @Test func `a plan that is scheduled is not bought twice`() async {
    var facts = Sample.owner
    facts.statuses = [
      Sample.status("subscription.pro", .subscribed, next: "subscription.standard")
    ]
    #expect(await offer(of: "subscription.standard", facts) == .withheld("it is scheduled"))
  }

  @Test func `the pass is not sold while a plan serves`() async {
    let offer = await offer(of: "nonRenewing.standard", Sample.owner)
    #expect(offer == .withheld("your plan already gives you the service"))
  }

  @Test func `the pass is sold again when the plan has ended`() async {
    #expect(await offer(of: "nonRenewing.standard", Sample.lapsed).buy != nil)
  }

  @Test func `nothing is sold while the store does not answer`() async {
    var facts = Sample.facts()
    facts.offlineSince = Sample.now
    for product in facts.products {
      #expect(await offer(of: product.id, facts) == .withheld("the store cannot be reached"))
    }
  }

  @Test func `an order that waits is not made again`() async {
    var facts = Sample.facts()
    facts.pending = ["nonconsumable.car"]
    #expect(await offer(of: "nonconsumable.car", facts) == .withheld("it waits for approval"))
  }

  @Test func `with an introductory offer the button says what is paid first`() async throws {
    let eligible = try #require(await offer(of: "subscription.pro", Sample.facts()).buy)
    let former = try #require(
      await offer(of: "subscription.pro", Sample.facts(eligible: false)).buy)

    #expect(eligible.label == "buy $1.99")
    #expect(eligible.product.terms == "2 months for $1.99, then $4.99 / month")
    #expect(former.label == "buy $4.99")
  }
}
