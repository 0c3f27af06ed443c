import DemoApp
import Foundation
import OpenStoreKit
import StoreAPI
import StoreEngine
import TerminalUI
import TestSupport
import Testing

/// The controller on a real store.
@Suite struct StoreControllerTests {
  private let racecar = "nonconsumable.racecar"
  private let pro = "subscription.pro"
  private let fuel = "consumable.fuel.octane87"

  private func buy(
    _ id: String, quantity: Int = 1, _ controller: StoreController
  ) async throws -> PurchaseEnding {
    let personalised = await controller.launch()
    let buy = try #require(personalised.availability(of: id).buy)
    return await controller.purchase(buy, quantity: quantity)
  }

  @Test func `a new customer's launch knows the whole shop`() async throws {
    let shop = try await Shop.open(.make())

    let store = await shop.connected { await $0.launch() }.store

    #expect(store.customer == .new)
    #expect(store.products.count == 10)
    #expect(store.now == .fixture)
    #expect(store.product(pro)?.terms == "2 months for $1.99, then $4.99 / month")
  }

  @Test func `a car that is bought is in the garage of every device`() async throws {
    let fixture = try await StoreFixture.make()
    let laptop = try await Shop.open(fixture)

    let ending = try await laptop.connected { try await buy(racecar, $0) }
    let other = try await Shop.open(fixture, device: "phone")
    let store = await other.connected { await $0.launch() }.store

    #expect(ending == .purchased)
    #expect(store.customer == .active)
    #expect(store.state(of: racecar) == .purchased)
  }

  @Test func `a car and a plan are active together`() async throws {
    let shop = try await Shop.open(.make())
    try await shop.connected { controller in
      _ = try await buy(racecar, controller)
      _ = try await buy(pro, controller)
      let store = await controller.reload()

      #expect(store.state(of: pro) == .subscribed)
      #expect(store.plan?.renewal.willAutoRenew == true)
      #expect(store.owned(.nonConsumable).map(\.productID) == [racecar])
    }
  }

  @Test func `fuel is in the tank, once, and its transaction is finished`() async throws {
    let shop = try await Shop.open(.make())
    try await shop.connected { controller in
      let ending = try await buy(fuel, quantity: 3, controller)

      #expect(ending == .purchased)
      #expect(controller.tank.counts == [fuel: 3])
      for await unfinished in Transaction.unfinished {
        Issue.record("\(unfinished.unsafePayloadValue.id) is not finished")
      }
    }
  }

  @Test func `a downgrade is scheduled, and the plan stays`() async throws {
    let fixture = try await StoreFixture.make()
    let shop = try await Shop.open(fixture)
    try await shop.connected { controller in
      _ = try await buy(pro, controller)
      let ending = try await buy("subscription.standard", controller)
      let store = await controller.reload()

      #expect(ending == .scheduled(Sample.date("2026-03-21T12:00:00Z")))
      #expect(store.state(of: pro) == .subscribed)
      #expect(store.state(of: "subscription.standard") == .notPurchased)
    }
  }

  @Test func `a customer who declines buys nothing`() async throws {
    let shop = try await Shop.open(.make(), sheets: Customer(agrees: false))
    try await shop.connected { controller in
      let ending = try await buy(racecar, controller)

      #expect(ending == .cancelled)
      #expect(await controller.reload().customer == .new)
    }
  }

  @Test func `a plan that has run out makes the customer inactive`() async throws {
    let fixture = try await StoreFixture.make()
    let shop = try await Shop.open(fixture)
    try await shop.connected { controller in
      _ = try await buy("nonRenewing.standard", controller)
      #expect(await controller.reload().customer == .active)
      try await fixture.advance("P1Y")
      let store = await controller.reload()

      #expect(store.state(of: "nonRenewing.standard") == .expired)
      #expect(store.customer == .inactive)
    }
  }

  @Test func `Restore Purchases says what it did`() async throws {
    let fixture = try await StoreFixture.make()
    let shop = try await Shop.open(fixture)
    try await shop.connected { controller in
      let empty = await controller.launch().store
      #expect(await controller.restore(before: empty) == .done(found: [], present: []))

      _ = try await buy(racecar, controller)
      #expect(await controller.restore(before: empty) == .done(found: ["Race Car"], present: []))
      let full = await controller.reload()
      #expect(await controller.restore(before: full) == .done(found: [], present: ["Race Car"]))
    }
  }

  @Test func `a restore that is declined changes nothing`() async throws {
    let shop = try await Shop.open(.make(), sheets: Customer(agrees: false))
    await shop.connected { controller in
      let store = await controller.launch().store
      #expect(await controller.restore(before: store) == .cancelled)
    }
  }

  @Test func `while the store is out of reach what is owned is here and nothing is sold`()
    async throws
  {
    let outage = FragileStore.Switch()
    let shop = try await Shop.open(.make(), wrapping: { FragileStore(store: $0, outage: outage) })
    try await shop.connected { controller in
      _ = try await buy(racecar, controller)
      _ = await controller.reload()
      outage.set(isOut: true)
      let personalised = await controller.launch()

      #expect(personalised.store.state(of: racecar) == .purchased)
      #expect(personalised.store.name(of: racecar) == "Race Car")
      #expect(personalised.store.offlineSince == .fixture)
      for product in personalised.store.products {
        #expect(personalised.availability(of: product.id).buy == nil)
      }
    }
  }

  @Test func `an order whose answer is lost is not called a failure`() async throws {
    let outage = FragileStore.Switch()
    let shop = try await Shop.open(.make(), wrapping: { FragileStore(store: $0, outage: outage) })
    try await shop.connected { controller in
      let buy = try #require(await controller.launch().availability(of: racecar).buy)
      outage.set(isOut: true)

      #expect(await controller.purchase(buy) == .notKnown)
    }
  }

  @Test func `an order whose answer was lost comes at the next launch`() async throws {
    let fixture = try await StoreFixture.make()
    let registration = try await fixture.engine.registerDevice(
      "laptop", signIn: fixture.signIn.token)
    let folder = fixture.folder.appending(path: "laptop")
    let device = try DeviceStore.create(folder, account: "alice", registration: registration)
    let outage = FragileStore.Switch()
    let fragile = FragileStore(
      store: try await fixture.backend(of: registration.value), outage: outage, losesAnswers: true)
    let first = try await Shop.run(fixture, device, fragile)
    try await first.connected { controller in
      let ending = try await buy(fuel, quantity: 2, controller)
      #expect(ending == .notKnown)
    }
    first.session.close()

    let second = try await Shop.run(fixture, device, fixture.backend(of: registration.value))
    try await second.connected { controller in
      _ = await controller.launch()
      let arrival = try #require(await controller.nextArrival())

      #expect(arrival.quantity == 2)
      #expect(controller.tank.counts == [fuel: 2])
    }
  }

  @Test func `what was seen last is there at the next launch, for this account only`()
    async throws
  {
    let shop = try await Shop.open(.make())
    let store = await shop.connected { await $0.launch() }.store

    var demo = Demo()
    _ = demo.update(.message(shop.controller.initialMessage(Sample.presentation)))

    #expect(demo.lastSeen == store)
    #expect(demo.personalised == nil)
  }
}
