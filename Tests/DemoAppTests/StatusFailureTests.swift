import OpenStoreKit
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import TestSupport
import Testing

@testable import DemoApp

/// A storefront to which StoreKit does not say the status of the subscriptions.
@Suite(.hangLimit) struct StatusFailureTests {
  private static let pro = Sample.owned(
    .pro, kind: .autoRenewable, bought: "2026-11-14", expires: "2026-12-14")

  private static let failing = Sample.owner.with {
    ($0.statuses, $0.statusFailure) = ([], "the store cannot be reached")
    $0.entitlements.append(pro)
    $0.latest = [pro]
  }

  @Test func `a simulated error is obeyed, what was bought stays, and then all is known again`()
    async throws
  {
    let fixture = try await StoreFixture.make()
    try await AppFixture.open(fixture).connected { controller in
      #expect(try await controller.buy(.pro) == .purchased)
      _ = try await fixture.engine.perform(
        .setSimulatedError(api: .subscriptionStatus, error: SimulatedError(.networkError)))
      let store = await controller.reload()

      #expect(store.statusFailure == "the store cannot be reached")
      #expect(store.groups.isEmpty && store.customer == .active)
      #expect(store.state(of: .pro) == .subscribed)

      _ = try await fixture.engine.perform(.clearSimulatedErrors)
      let healed = await controller.reload()
      #expect(healed.statusFailure == nil)
      #expect(healed.groups.map(\.productID) == [.pro])
    }
  }

  @Test func `no plan is sold while the status is not known, and the pass only without a plan`()
    async
  {
    let owner = await Sample.launchResult(Self.failing)
    #expect(owner.availability(of: .pro) == .withheld("it is already your plan"))
    #expect(
      owner.availability(of: .standard)
        == .withheld("the status of your subscriptions is unknown"))
    #expect(
      owner.availability(of: .pass) == .withheld("your plan already gives you access"))
    #expect(owner.availability(of: .suv).buy != nil)

    let unpaid = await Sample.launchResult(
      Self.failing.with {
        $0.entitlements = []
        $0.latest = [Sample.owned(.pro, kind: .autoRenewable, expires: "2026-11-10")]
      })
    #expect(unpaid.availability(of: .pro).buy == nil)
    #expect(unpaid.availability(of: .pass).buy != nil)
  }

  @Test func `a customer who may have a plan does not read that they have none`() async {
    let new = Sample.facts().with { $0.statusFailure = "the store cannot be reached" }
    let owner = new.with { $0.entitlements = [Sample.owned(.car)] }
    for (name, demo) in await Sample.screens(new) + Sample.screens(owner) {
      let picture = demo.picture()
      #expect(!picture.contains("You don't own any subscriptions."), "\(name)")
      #expect(!picture.contains("No plan"), "\(name)")
      #expect(picture.contains("could not be loaded"), "\(name)")
    }
  }

  @Test func `the screens say that the status is not known, and show what is owned`() async throws {
    let screens = await Sample.screens(Self.failing)
    for (name, demo) in screens where name == "my-cars" || name == "account" {
      try expectPictures(of: demo, named: "status-failure-\(name)")
    }
  }

  @Test func `the key t asks again`() async {
    var demo = await Sample.demo(Self.failing)
    #expect(demo.type("t") == [.reload])
  }
}
