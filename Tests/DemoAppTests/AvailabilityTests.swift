import Foundation
import OpenStoreKit
import Testing

@testable import DemoApp

/// The products that can be bought, and the reasons why others cannot.
@Suite struct AvailabilityTests {
  private func availability(of id: String, _ facts: StoreFacts) async -> Availability {
    await Sample.launchResult(facts).availability(of: id)
  }

  @Test func `a new customer can buy everything`() async {
    let launchResult = await Sample.launchResult(Sample.facts())
    for product in launchResult.store.products {
      #expect(launchResult.availability(of: product.id).buy != nil, "\(product.id)")
    }
  }

  @Test(arguments: [
    (String.car, Sample.owner, "you already own it"),
    (.pro, Sample.owner, "it is already your plan"),
    (.standard, Sample.downgrading, "it is scheduled"),
    (.pass, Sample.owner, "your plan already gives you access"),
    (.pass, Sample.passOwner, "you already have it until 21 Oct 2027"),
    (.car, Sample.facts().with { $0.orders = Sample.orders(.car) }, "it is waiting for approval"),
  ])
  func `what is owned, scheduled, waiting or not needed is not sold, and says why`(
    id: String, facts: StoreFacts, reason: String
  ) async {
    #expect(await availability(of: id, facts) == .withheld(reason))
  }

  @Test func `nothing is sold while the store does not answer`() async {
    for product in Sample.products() {
      let availability = await availability(of: product.id, Sample.facts().offline)
      #expect(availability == .withheld("the store cannot be reached"))
    }
  }

  @Test func `nothing is sold while the store waits for its operator, and a notice says so`() async
  {
    let facts = Sample.facts().with { $0.clockJumpedTo = $0.now + 400 * 86_400 }
    for product in Sample.products() {
      let availability = await availability(of: product.id, facts)
      #expect(availability == .withheld("the store waits for its operator"))
    }
    let demo = await Sample.demo(facts)
    #expect(demo.notices.contains { $0.text.contains("jumped 400 days ahead") })
  }

  @Test func `if only the certificates have ended, the notice asks to renew them`() async {
    let demo = await Sample.demo(
      Sample.facts().with {
        $0.clockJumpedTo = $0.now + 86_400
        $0.certificatesEnd = $0.now
      })

    #expect(demo.notices.contains { $0.text.contains("renews them with skdemo store root renew") })
    #expect(!demo.notices.contains { $0.text.contains("clock accept") })
  }

  @Test func `other plans can be bought while one is active`() async {
    #expect(await availability(of: .standard, Sample.owner).buy != nil)
  }

  @Test func `the pass is sold again when the plan has ended`() async {
    #expect(await availability(of: .pass, Sample.lapsed).buy != nil)
  }

  @Test func `with an introductory offer the button says what is paid first`() async throws {
    let eligible = try #require(await availability(of: .pro, Sample.facts()).buy)
    let former = try #require(await availability(of: .pro, Sample.facts(eligible: false)).buy)

    #expect(eligible.label == "buy $1.99")
    #expect(eligible.product.terms == "2 months for $1.99, then $4.99 / month")
    #expect(former.label == "buy $4.99")
  }
}
