import AppStorePayloads
import DemoApp
import Foundation
import OpenStoreKit
import StoreAPI
import StoreEngine
import TestSupport
import Testing

/// The controller on a real store whose answers are forged.
@Suite(.hangLimit) struct ForgeryTests {
  @Test(arguments: Forger.Way.allCases)
  func `what is forged unlocks nothing, and everything can still be bought`(way: Forger.Way)
    async throws
  {
    let fixture = try await TamperingFixture()
    try await fixture.phone.buy(.car)
    try await fixture.phone.buy(.pro)
    try await fixture.phone.buy(.pass)
    fixture.forge(way)

    let launchResult = await fixture.app.connected { await $0.launch() }
    let store = launchResult.store

    #expect(store.customer == .new)
    for kind in [Product.ProductType.nonConsumable, .nonRenewable, .autoRenewable] {
      #expect(store.owned(kind).isEmpty)
    }
    #expect(!store.hasActivePlan)
    for product in [String.car, .pass, .pro] {
      #expect(launchResult.availability(of: product).buy != nil, "\(product)")
    }
  }

  @Test(arguments: Forger.Way.allCases)
  func `forged fuel is neither credited nor finished`(way: Forger.Way) async throws {
    let fixture = try await TamperingFixture()
    fixture.forge(way)

    try await fixture.app.connected { controller in
      let ending = try await controller.buy(.fuel87, quantity: 3)
      #expect(ending == .notVerified)
      #expect(controller.tank.counts.isEmpty)
    }

    #expect(fixture.tampering.finished.isEmpty)
  }

  @Test(arguments: Forger.Way.allCases)
  func `a forged update is neither delivered nor finished`(way: Forger.Way) async throws {
    let fixture = try await TamperingFixture()
    fixture.forge(way)
    try await fixture.app.connected { controller in
      _ = await controller.launch()
      try await fixture.phone.buy(.car)
      fixture.forgeNothing(but: .car, way)
      try await fixture.phone.buy(.racecar)

      // The forged one came first; what is delivered is the genuine one.
      #expect(await controller.nextExternalTransaction()?.owned.productID == .racecar)
      let owned = await controller.reload().owned(.nonConsumable)
      #expect(owned.map(\.productID) == [.racecar])
    }

    #expect(fixture.tampering.finished.count == 1)
  }

  @Test func `what cannot be read unlocks nothing`() async throws {
    let fixture = try await TamperingFixture()
    try await fixture.phone.buy(.car)
    fixture.tampering.forgeTransactions { _ in "gibberish" }

    let launchResult = await fixture.app.connected { await $0.launch() }

    #expect(launchResult.store.customer == .new)
    #expect(launchResult.availability(of: .car).buy != nil)
  }
}

/// A run of the app whose answers from the store are forged.
private struct TamperingFixture {
  let app: AppFixture
  let tampering: TamperingStore
  /// The back end of the customer's other device.
  let phone: any StoreBackend
  private let forger: Forger

  init() async throws {
    let fixture = try await StoreFixture.make()
    var tampering: TamperingStore?
    app = try await AppFixture.open(
      fixture,
      wrapping: { store in
        let double = TamperingStore(store)
        tampering = double
        return double
      })
    self.tampering = try #require(tampering)
    phone = try await fixture.device("phone").backend
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
