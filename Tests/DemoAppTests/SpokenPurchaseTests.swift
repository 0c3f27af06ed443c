import OpenStoreKit
import Testing

@testable import DemoApp

/// The sentences that a screen reader gets about a purchase.
@Suite struct SpokenPurchaseTests {
  private let notice = Notice(.good, "Race Car is yours.")

  private func spoken(
    _ ending: PurchaseEnding = .purchased, _ id: String = .racecar, quantity: Int = 1,
    currency: String? = "USD"
  ) throws -> String? {
    var product = try #require(Sample.products().first { $0.id == id })
    product.currency = currency
    return SpokenPurchase(notice, ending, product, quantity, in: Store(Sample.facts()))?.sentence
  }

  @Test func `the price is in words`() throws {
    #expect(try spoken() == "Purchased Race Car, 4.99 US dollars")
  }

  @Test func `several units have their total price`() throws {
    let fuel = "consumable.fuel.octane87"
    #expect(try spoken(.purchased, fuel, quantity: 3) == "Purchased 3 Fuel87, 2.97 US dollars")
  }

  @Test func `a price without a currency is as on the screen`() throws {
    #expect(try spoken(currency: nil) == "Purchased Race Car, $4.99")
  }

  @Test func `an order without a purchase is not called a purchase`() throws {
    #expect(try spoken(.cancelled) == nil)
    #expect(try spoken(.pending()) == nil)
  }
}
