import AppStorePayloads
import Foundation
import OpenStoreKit
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import TerminalUI
import TestSupport
import Testing

@testable import DemoApp

/// The app on original StoreKit and on a real store.
@Suite(.hangLimit) struct OriginalStoreKitTests {
  @Test func `original StoreKit shows StoreKit 2's screens for every notification about a plan`()
    async throws
  {
    for scenario in LifecycleScenario.all {
      let store = try await StoreFixture.make()
      let backend = try await store.device("phone").backend
      for step in scenario.steps { try await store.perform(step, as: backend) }
      let two = try await AppFixture.open(store, device: store.newDevice("two"))
      let original = try await AppFixture.open(original: store, device: "original")

      let screens = try await two.connected { try await self.screens(of: $0) }
      let others = try await original.connected { controller in
        _ = await controller.restore(before: controller.launch().store)
        return try await self.screens(of: controller)
      }

      #expect(others == screens, "\(scenario.name)")
    }
  }

  @Test func `a customer without a receipt is new until they restore`() async throws {
    let store = try await StoreFixture.make()
    let phone = try await AppFixture.open(store, device: store.newDevice("phone"))
    let bought = try await phone.connected { controller in
      [try await controller.buy(.car), try await controller.buy(.pro)]
    }
    #expect(bought == [.purchased, .purchased])

    let refusing = try await AppFixture.open(
      original: store, device: "laptop", sheets: FixedAnswerSheets(agrees: false))
    await refusing.connected { controller in
      let first = await controller.launch().store
      #expect(first.customer == .new)
      #expect(await controller.restore(before: first) == .cancelled)
      #expect(await controller.reload().customer == .new)
    }

    try await AppFixture.open(original: store, device: "tablet").connected { controller in
      let first = await controller.launch().store
      #expect(first.customer == .new)
      let outcome = await controller.restore(before: first)
      #expect(outcome == .done(found: ["Car", "Pro"], present: []))
      let second = await controller.reload()
      #expect(second.state(of: .car) == .purchased && second.state(of: .pro) == .subscribed)
    }
  }

  @Test func `a payment delivers fuel once, finishes it, and a downgrade is scheduled`()
    async throws
  {
    let store = try await StoreFixture.make()
    try await AppFixture.open(original: store).connected { controller in
      #expect(try await controller.buy(.fuel87, quantity: 3) == .purchased)
      #expect(controller.tank.counts == [.fuel87: 3])
      let outcome = try await controller.buy(.pro)
      #expect(outcome == .purchased)
      #expect(await controller.reload().state(of: .pro) == .subscribed)
      let ending = try await controller.buy(.standard)
      #expect(ending == .scheduled(Sample.date("2026-03-21T12:00:00Z")))
      #expect(await controller.reload().plan?.renewal.scheduledProductID == .standard)
    }
  }

  @Test func `a former customer who buys with a win-back offer has the plan again`() async throws {
    let store = try await StoreFixture.make()
    let backend = try await store.device("phone").backend
    try await backend.buy(.standard)
    _ = try await store.engine.perform(
      .disableAutoRenew(subscription: .product(.standard, account: nil)))
    try await store.advance("P1M")

    try await AppFixture.open(original: store).connected { controller in
      let first = await controller.launch().store
      _ = await controller.restore(before: first)
      let former = await controller.launch()
      #expect(former.store.customer == .inactive)
      let buy = try #require(former.availability(of: .pro).buy)
      #expect(buy.offer?.id == "pro.welcome.back")
      #expect(await controller.purchase(buy) == .purchased)
      #expect(await controller.reload().state(of: .pro) == .subscribed)
    }
  }

  @Test func `a customer who declines pays nothing`() async throws {
    let app = try await AppFixture.open(
      original: .make(), sheets: FixedAnswerSheets(agrees: false))

    try await app.connected { controller in
      let outcome = try await controller.buy(.car)
      #expect(outcome == .cancelled)
      #expect(await controller.reload().customer == .new)
    }
  }

  @Test func `without the store, the receipt alone shows what was bought and when it expires`()
    async throws
  {
    let (store, outage) = (try await StoreFixture.make(), FragileStore.Switch())
    let app = try await AppFixture.open(original: store, outage: outage)
    try await app.connected { controller in
      for product in [String.car, .pro] {
        let outcome = try await controller.buy(product)
        #expect(outcome == .purchased)
      }
      outage.set(isOut: true)
      let alone = await controller.reload()

      #expect(alone.customer == .active && alone.groups.isEmpty)
      #expect(alone.state(of: .pro) == .subscribed && alone.state(of: .car) == .purchased)
      #expect(alone.statusFailure != nil)

      outage.set(isOut: false)
      await controller.session.reconnect()
      let again = await controller.reload()
      #expect(again.statusFailure == nil && again.groups.map(\.productID) == [.pro])
    }
  }

  @Test func `another device's receipt unlocks nothing, and the screens say why`() async throws {
    let store = try await StoreFixture.make()
    let phone = try await AppFixture.open(original: store, device: "phone")
    let tablet = try await AppFixture.open(original: store, device: "tablet")
    #expect(try await phone.connected { try await $0.buy(.car) } == .purchased)
    try Data(contentsOf: phone.session.receiptURL).write(to: tablet.session.receiptURL)

    let stolen = await tablet.connected { await $0.reload() }

    #expect(stolen.customer == .new)
    #expect(
      stolen.verificationFailure
        == "The receipt unlocks nothing: the receipt was made for another device.")
  }

  /// The first screen, the shop and the account after a launch.
  private func screens(of controller: StoreController) async throws -> [String] {
    var demo = Demo()
    demo.send(.opened(Sample.presentation, lastSeen: nil, fuel: [:]))
    demo.send(.launched(await controller.launch()))
    demo.send(.plans(await controller.reader.plans()))
    var screens = [demo.picture(columns: 80, rows: 40)]
    for key in ["s", "a"] {
      demo.type(key)
      screens.append(demo.picture(columns: 80, rows: 40))
    }
    return screens
  }
}

extension AppFixture {
  /// Runs the app on original StoreKit, with its server.
  fileprivate static func open(
    original store: StoreFixture, device: String = "laptop",
    sheets: any Sheets = FixedAnswerSheets(), outage: FragileStore.Switch = FragileStore.Switch()
  ) async throws -> AppFixture {
    try await open(
      store, device: store.newDevice(device), sheets: sheets, generation: .original,
      receiptServer: FixtureReceiptServer(store, outage: outage),
      wrapping: { FragileStore(store: $0, outage: outage) })
  }
}
