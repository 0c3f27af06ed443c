import DemoApp
import OpenStoreKit
import StoreAPI
import StoreEngine
import TerminalUI
import TestSupport
import Testing

/// The seven defects of the sample that SK Demo is, each mended here.
@Suite struct DefectTests {
  private let racecar = "nonconsumable.racecar"
  private let pro = "subscription.pro"
  private let standard = "subscription.standard"
  private let fuel = "consumable.fuel.octane87"

  @Test func `defect 1: fuel that comes through updates is in the tank before it is finished`()
    async throws
  {
    let fixture = try await StoreFixture.make()
    let registration = try await fixture.engine.registerDevice(
      "laptop", signIn: fixture.signIn.token)
    let folder = fixture.folder.appending(path: "laptop")
    let device = try DeviceStore.create(folder, account: "alice", registration: registration)
    // The run that bought and died before it could deliver.
    try await fixture.backend(of: registration.value).buy(fuel, quantity: 2)

    let shop = try await Shop.run(fixture, device, fixture.backend(of: registration.value))
    try await shop.connected { controller in
      _ = await controller.launch()
      let arrival = try #require(await controller.nextArrival())

      #expect(arrival.owned.productID == fuel)
      #expect(controller.tank.counts == [fuel: 2])
      for await unfinished in Transaction.unfinished {
        Issue.record("\(unfinished.unsafePayloadValue.id) is not finished")
      }
    }
  }

  @Test func `defect 2: a plain renewal is not called a change of plan`() async {
    var facts = Sample.owner
    facts.statuses = [Sample.status(pro, .subscribed, next: pro)]

    let picture = await Sample.demo(facts).picture()

    #expect(picture.contains("Next billing date: 14 Dec 2026."))
    #expect(!picture.contains("will begin when"))
  }

  @Test func `defect 3: a mark goes with the refund, while it is looked at`() async {
    var demo = await Sample.shop(Sample.owner)
    #expect(demo.picture().contains("Race Car                         owned ✓"))
    var refunded = Sample.owner
    refunded.entitlements.removeLast()
    refunded.latest = [Sample.owned(racecar, revoked: "2026-11-14")]
    _ = demo.update(.message(.reloaded(Store(refunded), fuel: [:])))

    #expect(demo.picture().contains("Race Car              $4.99   refunded ×"))
  }

  @Test func `defect 3: a lower plan that was bought is scheduled and not marked as had`()
    async
  {
    var facts = Sample.owner
    facts.statuses = [Sample.status(pro, .subscribed, next: standard)]
    let store = Store(facts)

    #expect(store.state(of: standard) == .notPurchased)
    #expect(store.state(of: pro) == .subscribed)
    #expect(await Sample.shop(facts).picture().contains("from 14 Dec 2026"))
  }

  @Test(arguments: [
    PurchaseEnding.pending, .failed("it is not for sale any more"), .notKnown, .notVerified,
  ])
  func `defect 4: every end of a purchase but a cancel is said`(ending: PurchaseEnding)
    async throws
  {
    var demo = await Sample.shop(Sample.facts())
    demo.type("b")
    let car = try #require(demo.store?.product("nonconsumable.car"))
    _ = demo.update(.message(.ended(ending, product: car, quantity: 1)))

    let sentence = try #require(demo.notice?.text.split(separator: " ").prefix(3))
    #expect(demo.picture().contains(sentence.joined(separator: " ")))
  }

  @Test func `defect 4: a restore that fails says why`() async throws {
    let outage = FragileStore.Switch()
    let shop = try await Shop.open(.make(), wrapping: { FragileStore(store: $0, outage: outage) })
    await shop.connected { controller in
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
    let shop = try await Shop.open(.make(), wrapping: { FragileStore(store: $0, outage: outage) })
    await shop.connected { controller in
      let empty = await controller.launch().store
      #expect(empty.products.isEmpty)
      #expect(empty.productFailure == "the store cannot be reached")
      outage.set(isOut: false)
      await shop.session.reconnect()

      #expect(await controller.reload().products.count == 10)
    }
  }

  @Test func `defect 6: of several statuses the one that serves speaks, not the first`() async {
    var facts = Sample.facts()
    facts.statuses = [Sample.status(standard, .expired), Sample.status(pro, .subscribed)]

    let picture = await Sample.demo(facts).picture()

    #expect(picture.contains("You are currently subscribed to Pro."))
    #expect(!picture.contains("Welcome Back!"))
  }

  @Test func `defect 7: a customer whose plan has ended is welcomed back`() async {
    let demo = await Sample.demo(Sample.lapsed)

    #expect(demo.store?.customer == .inactive)
    #expect(demo.picture().contains("Welcome Back!"))
  }
}
