import Dispatch
import TestSupport
import Testing

@testable import OpenStoreKit

@Suite(.hangLimit) struct SKProductStorePromotionControllerTests {
  private let controller = SKProductStorePromotionController.default()

  @Test func `the app's products come first on the App Store's page, and the others after them`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    try await StoreSession.$current.withValue(alice.session) {
      let pro = SKProduct(try await alice.product("subscription.pro"))

      try await controller.update(storePromotionOrder: [pro])

      #expect(
        try await alice.appStorePage()
          == ["subscription.pro", "nonconsumable.car", "nonconsumable.racecar"])
      #expect(try await order() == ["subscription.pro"])
      #expect(
        try await Product.PromotionInfo.currentOrder.map(\.productID) == ["subscription.pro"])
    }
  }

  @Test
  func `StoreKit 2's order hides the others again, and an empty one restores the App Store's`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    try await StoreSession.$current.withValue(alice.session) {
      let pro = SKProduct(try await alice.product("subscription.pro"))
      try await controller.update(storePromotionOrder: [pro])

      try await Product.PromotionInfo.updateProductOrder(byID: ["subscription.pro"])
      #expect(try await alice.appStorePage() == ["subscription.pro"])

      try await controller.update(storePromotionOrder: [])
      #expect(try alice.record().promotions == nil)
      #expect(try await order() == [])
    }
  }

  @Test func `handlers are called on the main queue, with what the device keeps`() async throws {
    let alice = try await Customer.onNewDevice()
    try await StoreSession.$current.withValue(alice.session) {
      let car = SKProduct(try await alice.product("nonconsumable.car"))

      let error = await hide(car)

      #expect(error == nil)
      #expect(await fetchedVisibility(of: car) == .hide)
      let visibility = try await controller.storePromotionVisibility(for: car)
      #expect(visibility == .hide)
      #expect(try await alice.appStorePage() == ["nonconsumable.racecar", "subscription.pro"])
    }
  }

  @Test func `a product that is not sold changes nothing`() async throws {
    let alice = try await Customer.onNewDevice()
    await StoreSession.$current.withValue(alice.session) {
      await #expect(throws: SKError.self) {
        try await controller.update(storePromotionOrder: [UnknownProduct()])
      }
      let error = await hide(UnknownProduct())
      #expect(error is SKError)
    }
    #expect(try alice.record().promotions == nil)
  }

  private func order() async throws -> [String] {
    try await controller.storePromotionOrder().map(\.productIdentifier)
  }

  private func hide(_ product: SKProduct) async -> (any Error)? {
    await withCheckedContinuation { done in
      controller.update(storePromotionVisibility: .hide, for: product) { error in
        dispatchPrecondition(condition: .onQueue(.main))
        done.resume(returning: error)
      }
    }
  }

  private func fetchedVisibility(of product: SKProduct) async -> SKProductStorePromotionVisibility {
    await withCheckedContinuation { done in
      controller.fetchStorePromotionVisibility(for: product) { visibility, _ in
        dispatchPrecondition(condition: .onQueue(.main))
        done.resume(returning: visibility)
      }
    }
  }
}

private final class UnknownProduct: SKProduct {
  override var productIdentifier: String { "nonconsumable.boat" }
}
