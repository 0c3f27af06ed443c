import DemoApp
import Foundation
import OpenStoreKit
import StoreAPI
import StoreEngine
import TestSupport
import Testing

/// The controller on a real store.
@Suite(.hangLimit) struct StoreControllerTests {
  @Test func `a new customer's launch knows the whole shop`() async throws {
    let app = try await AppFixture.open(.make())

    let store = await app.connected { await $0.launch() }.store

    #expect(store.customer == .new)
    #expect(store.products.count == 10)
    #expect(store.now == .fixture)
    #expect(store.product(.pro)?.terms == "2 months for $1.99, then $4.99 / month")
  }

  @Test func `a car and a plan are active together`() async throws {
    try await AppFixture.open(.make()).connected { controller in
      let endings = [try await controller.buy(.racecar), try await controller.buy(.pro)]
      let store = await controller.reload()

      #expect(endings == [.purchased, .purchased])
      #expect(store.customer == .active)
      #expect(store.state(of: .pro) == .subscribed)
      #expect(store.plan?.renewal.willAutoRenew == true)
      #expect(store.owned(.nonConsumable).map(\.productID) == [.racecar])
    }
  }

  @Test func `fuel is in the tank, once, and its transaction is finished`() async throws {
    try await AppFixture.open(.make()).connected { controller in
      let ending = try await controller.buy(.fuel87, quantity: 3)

      #expect(ending == .purchased)
      #expect(controller.tank.counts == [.fuel87: 3])
      for await unfinished in Transaction.unfinished {
        Issue.record("\(unfinished.unsafePayloadValue.id) is not finished")
      }
    }
  }

  @Test func `a downgrade is scheduled, and the plan stays`() async throws {
    try await AppFixture.open(.make()).connected { controller in
      _ = try await controller.buy(.pro)
      let ending = try await controller.buy(.standard)
      let store = await controller.reload()

      #expect(ending == .scheduled(Sample.date("2026-03-21T12:00:00Z")))
      #expect(store.state(of: .pro) == .subscribed)
      #expect(store.state(of: .standard) == .notPurchased)
    }
  }

  @Test func `a customer who declines buys and restores nothing`() async throws {
    let app = try await AppFixture.open(.make(), sheets: FixedAnswerSheets(agrees: false))
    try await app.connected { controller in
      let ending = try await controller.buy(.racecar)
      let store = await controller.reload()

      #expect(ending == .cancelled)
      #expect(store.customer == .new)
      #expect(await controller.restore(before: store) == .cancelled)
    }
  }

  @Test func `a pass that has run out makes the customer inactive`() async throws {
    let fixture = try await StoreFixture.make()
    try await AppFixture.open(fixture).connected { controller in
      _ = try await controller.buy(.pass)
      #expect(await controller.reload().customer == .active)
      try await fixture.advance("P1Y")
      let store = await controller.reload()

      #expect(store.state(of: .pass) == .expired)
      #expect(store.customer == .inactive)
    }
  }

  @Test func `Restore Purchases says what it did`() async throws {
    try await AppFixture.open(.make()).connected { controller in
      let empty = await controller.launch().store
      #expect(await controller.restore(before: empty) == .done(found: [], present: []))

      _ = try await controller.buy(.racecar)
      #expect(await controller.restore(before: empty) == .done(found: ["Race Car"], present: []))
      let full = await controller.reload()
      #expect(await controller.restore(before: full) == .done(found: [], present: ["Race Car"]))
    }
  }

  @Test func `while the store is out of reach what is owned is here and nothing is sold`()
    async throws
  {
    let outage = FragileStore.Switch()
    try await AppFixture.open(outage: outage).connected { controller in
      _ = try await controller.buy(.racecar)
      _ = await controller.reload()
      outage.set(isOut: true)
      let launchResult = await controller.launch()

      #expect(launchResult.store.state(of: .racecar) == .purchased)
      #expect(launchResult.store.name(of: .racecar) == "Race Car")
      #expect(launchResult.store.offlineSince == .fixture)
      for product in launchResult.store.products {
        #expect(launchResult.availability(of: product.id).buy == nil)
      }
    }
  }

  @Test
  func `an order whose answer was lost is not called a failure, and comes at the next launch`()
    async throws
  {
    let fixture = try await StoreFixture.make()
    let device = try await fixture.newDevice()
    let first = try await AppFixture.open(
      fixture, device: device,
      wrapping: {
        FragileStore(store: $0, outage: FragileStore.Switch(), losesAnswers: true)
      })
    try await first.connected { controller in
      let ending = try await controller.buy(.fuel87, quantity: 2)
      #expect(ending == .notKnown)
    }
    first.session.close()

    try await AppFixture.open(fixture, device: device).connected { controller in
      _ = await controller.launch()
      let transaction = try #require(await controller.nextExternalTransaction())

      #expect(transaction.quantity == 2)
      #expect(controller.tank.counts == [.fuel87: 2])
    }
  }
}
