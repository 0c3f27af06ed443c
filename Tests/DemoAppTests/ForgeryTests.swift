import DemoApp
import Foundation
import OpenStoreKit
import StoreAPI
import StoreEngine
import TestSupport
import Testing

/// The controller on a real store whose answers are forged.
@Suite(.timeLimit(.minutes(1))) struct ForgeryTests {
  private let car = "nonconsumable.car"
  private let pro = "subscription.pro"
  private let fuel = "consumable.fuel.octane87"

  @Test(arguments: Forger.Way.allCases)
  func `what is forged unlocks nothing and sells nothing away`(way: Forger.Way) async throws {
    let scene = try await Scene()
    try await scene.elsewhere.buy(car)
    try await scene.elsewhere.buy(pro)
    try await scene.elsewhere.buy("nonRenewing.standard")
    scene.forge(way)

    let personalised = await scene.shop.connected { await $0.launch() }
    let store = personalised.store

    #expect(store.customer == .new)
    for kind in [ProductRow.Kind.nonConsumable, .nonRenewable, .autoRenewable] {
      #expect(store.owned(kind).isEmpty)
    }
    #expect(!store.hasActivePlan)
    for product in [car, "nonRenewing.standard", pro] {
      #expect(personalised.availability(of: product).buy != nil, "\(product)")
    }
  }

  @Test(arguments: Forger.Way.allCases)
  func `forged fuel is neither credited nor finished`(way: Forger.Way) async throws {
    let scene = try await Scene()
    scene.forge(way)

    try await scene.shop.connected { controller in
      let buy = try #require(await controller.launch().availability(of: fuel).buy)
      #expect(await controller.purchase(buy, quantity: 3) == .notVerified)
      #expect(controller.tank.counts.isEmpty)
    }

    #expect(scene.tampering.finished.isEmpty)
  }

  @Test(arguments: Forger.Way.allCases)
  func `a forged arrival is told, not delivered and not finished`(way: Forger.Way) async throws {
    let scene = try await Scene()
    scene.forge(way)
    try await scene.shop.connected { controller in
      _ = await controller.launch()
      try await scene.elsewhere.buy(car)
      scene.forgeNothing(but: car, way)
      try await scene.elsewhere.buy("nonconsumable.racecar")

      // The forged one came first; what arrives is the true one.
      #expect(await controller.nextArrival()?.owned.productID == "nonconsumable.racecar")
      #expect(
        await controller.reload().owned(.nonConsumable).map(\.productID) == [
          "nonconsumable.racecar"
        ])
    }

    #expect(scene.tampering.finished.count == 1)
  }

  @Test func `what cannot be read unlocks nothing`() async throws {
    let scene = try await Scene()
    try await scene.elsewhere.buy(car)
    scene.tampering.forgeTransactions { _ in "gibberish" }

    let personalised = await scene.shop.connected { await $0.launch() }

    #expect(personalised.store.customer == .new)
    #expect(personalised.availability(of: car).buy != nil)
  }
}

/// A run of the app with a forger between it and the store.
private struct Scene {
  let shop: Shop
  let tampering: TamperingStore
  /// The store as the customer's other device sees it.
  let elsewhere: any StoreBackend
  private let forger: Forger

  init() async throws {
    let fixture = try await StoreFixture.make()
    var tampering: TamperingStore?
    shop = try await Shop.open(
      fixture,
      wrapping: { store in
        let hands = TamperingStore(store)
        tampering = hands
        return hands
      })
    self.tampering = try #require(tampering)
    elsewhere = try await fixture.device("phone").backend
    forger = try Forger(fixture)
  }

  func forge(_ way: Forger.Way) {
    tampering.forgeTransactions { [forger] token in (try? forger.forge(token, way)) ?? "" }
  }

  func forgeNothing(but product: String, _ way: Forger.Way) {
    tampering.forgeTransactions { [forger] token in
      let id = (try? TransactionPayload.decoded(from: token))?.productId
      guard id == product else { return token }
      return (try? forger.forge(token, way)) ?? ""
    }
  }
}
