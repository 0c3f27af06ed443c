import AppStorePayloads
import Foundation
import StoreAPI
import TestSupport
import Testing

@testable import OpenStoreKit

@Suite(.hangLimit) struct ClosedStoreTests {
  @Test func `what a device holds is there while the store is closed`() async throws {
    let sample = try SampleDevice()
    let car = try sample.sign(.sample())
    try sample.hold(latest: [car], unfinished: [car])
    let session = try await sample.session()

    try await StoreSession.$current.withValue(session) {
      let entitlement = try #require(await Transaction.currentEntitlements.first { _ in true })
      #expect(try entitlement.payloadValue.productID == "nonconsumable.car")
      #expect(entitlement.jwsRepresentation == car)
      #expect(await Array(Transaction.unfinished).count == 1)
      #expect(await Array(Transaction.all).count == 1)
      #expect(await Transaction.latest(for: "nonconsumable.car") != nil)
      #expect(await Transaction.latest(for: "nonconsumable.racecar") == nil)
    }
    #expect(session.offlineSince == .fixture)
  }

  @Test func `nothing can be loaded or bought, and the reason is the network`() async throws {
    let session = try await SampleDevice().session()
    let product = Product(record: .sample(), session: session)
    let error = await #expect(throws: StoreKitError.self) { try await session.purchase(product) }
    guard case .networkError = try #require(error) else {
      throw FixtureError(text: "\(String(describing: error))")
    }
    await #expect {
      try await session.products(["nonconsumable.car"])
    } throws: { $0.isStoreKitError("networkError") }
  }

  @Test func `products that were for sale can be shown, and the storefront is remembered`()
    async throws
  {
    let sample = try SampleDevice()
    try sample.device.update {
      $0.products = [.sample()]
      $0.storefront = .unitedStates
    }
    let session = try await sample.session()
    let products = session.lastKnownProducts(for: ["nonconsumable.bike", "nonconsumable.car"])
    #expect(products.map(\.displayName) == ["Car"])
    #expect(await session.storefront()?.countryCode == "USA")
  }

  @Test func `too many at once are refused before the store is asked`() async throws {
    let session = try await SampleDevice().session()
    let car = Product(record: .sample(), session: session)
    let fuel = Product(record: .sample(type: .consumable), session: session)
    for (product, quantity) in [(car, 2), (fuel, 0), (fuel, 11)] {
      await #expect(throws: Product.PurchaseError.invalidQuantity) {
        try await session.purchase(product, options: [.quantity(quantity)])
      }
    }
  }
}
