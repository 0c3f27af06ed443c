import OpenStoreKit
import StoreAPI
import StoreEngine
import TerminalUI
import TestSupport
import Testing

@testable import DemoApp

/// The seven defects of the sample SK Demo, each fixed here.
@Suite(.hangLimit) struct DefectTests {
  @Test func `defect 1: fuel that comes through updates is in the tank before it is finished`()
    async throws
  {
    let fixture = try await StoreFixture.make()
    let device = try await fixture.newDevice()
    // A run that bought and was killed before it could deliver.
    try await fixture.backend(of: device).buy(.fuel87, quantity: 2)

    try await AppFixture.open(fixture, device: device).connected { controller in
      _ = await controller.launch()
      let transaction = try #require(await controller.nextExternalTransaction())

      #expect(transaction.owned.productID == .fuel87)
      #expect(controller.tank.counts == [.fuel87: 2])
      for await unfinished in Transaction.unfinished {
        Issue.record("\(unfinished.unsafePayloadValue.id) is not finished")
      }
    }
  }

  @Test func `defect 2: a plain renewal is not called a change of plan`() async {
    let facts = Sample.owner.with { $0.statuses = [Sample.status(.pro, .subscribed, next: .pro)] }

    let picture = await Sample.account(facts).picture()

    #expect(picture.contains("Next billing date: 14 Dec 2026."))
    #expect(!picture.contains("will begin when"))
  }

  @Test func `defect 3: a mark follows a refund while the shop is open`() async {
    var demo = await Sample.shop(Sample.owner)
    #expect(demo.picture().contains("Race Car                         owned ✓"))
    let refunded = Sample.owner.with {
      $0.entitlements.removeLast()
      $0.latest = [Sample.owned(.racecar, revoked: "2026-11-14")]
    }
    demo.send(.reloaded(Store(refunded), fuel: [:]))

    #expect(demo.picture().contains("Race Car              refunded ×   $4.99"))
  }

  @Test(arguments: [
    PurchaseEnding.pending(), .failed("it is no longer for sale"), .notKnown, .notVerified,
  ])
  func `defect 4: every end of a purchase but a cancel is shown`(ending: PurchaseEnding)
    async throws
  {
    var demo = await Sample.shop(Sample.facts())
    demo.type("b")
    let car = try #require(demo.store?.product(.car))
    demo.send(.ended(ending, product: car, quantity: 1))

    let sentence = try #require(demo.notice?.text.split(separator: " ").prefix(3))
    #expect(demo.picture().contains(sentence.joined(separator: " ")))
  }

  @Test func `defect 4: a restore that fails says why`() async throws {
    let outage = FragileStore.Switch()
    try await AppFixture.open(outage: outage).connected { controller in
      let store = await controller.launch().store
      outage.set(isOut: true)
      let ending = await controller.restore(before: store)

      #expect(Notice(ending).text == "Nothing was restored: the store cannot be reached.")
    }
  }

  @Test func `defect 5: a shop that could not be loaded is loaded when it is asked again`()
    async throws
  {
    let outage = FragileStore.Switch()
    outage.set(isOut: true)
    let app = try await AppFixture.open(outage: outage)
    await app.connected { controller in
      let empty = await controller.launch().store
      #expect(empty.products.isEmpty)
      #expect(empty.productFailure == "the store cannot be reached")
      outage.set(isOut: false)
      await app.session.reconnect()

      #expect(await controller.reload().products.count == 10)
    }
  }

  @Test func `defect 6: of several statuses the one with service is shown, not the first`() async {
    let facts = Sample.facts().with {
      $0.statuses = [Sample.status(.standard, .expired), Sample.status(.pro, .subscribed)]
    }

    let picture = await Sample.account(facts).picture()

    #expect(picture.contains("You are currently subscribed to Pro."))
    #expect(!picture.contains("Welcome Back!"))
  }

  @Test func `defect 7: a customer whose plan has ended is welcomed back`() async {
    let demo = await Sample.demo(Sample.lapsed)

    #expect(demo.store?.customer == .inactive)
    #expect(demo.picture().contains("Welcome Back!"))
  }
}
