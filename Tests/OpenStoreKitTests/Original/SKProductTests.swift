import StoreAPI
import StoreEngine
import StoreOperatorAPI
import TestSupport
import Testing

@testable import OpenStoreKit

@Suite(.hangLimit) struct SKProductTests {
  @Test func `a plan has its period, its group, and its introductory offer`() async throws {
    let alice = try await Customer.onNewDevice()
    let pro = SKProduct(try await alice.product("subscription.pro"))

    #expect(pro.productIdentifier == "subscription.pro")
    #expect(pro.localizedTitle == "Pro")
    #expect(pro.localizedDescription == "Navigation assistance, dash cam, & autopilot")
    #expect(pro.price.decimalValue == Decimal(string: "4.99"))
    #expect(pro.subscriptionGroupIdentifier == "3F19ED53")
    #expect(pro.subscriptionPeriod.map(length) == "1 month")
    let offer = try #require(pro.introductoryPrice)
    #expect(text(offer) == "introductory payUpFront 1.99, 1 × 2 month")
    #expect(offer.identifier == nil)
  }

  @Test func `a plan lists its promotional offers, and no win-back offer`() async throws {
    let alice = try await Customer.onNewDevice()
    let pro = SKProduct(try await alice.product("subscription.pro"))

    #expect(pro.discounts.map(\.identifier) == ["pro.three.months"])
    #expect(pro.discounts.map(text) == ["subscription payAsYouGo 2.49, 3 × 1 month"])
  }

  @Test func `a product that does not renew has no subscription terms, and no hosted content`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    let car = SKProduct(try await alice.product("nonconsumable.utilityvehicle"))

    #expect(car.isFamilyShareable)
    #expect(car.subscriptionPeriod == nil && car.subscriptionGroupIdentifier == nil)
    #expect(car.introductoryPrice == nil && car.discounts.isEmpty)
    #expect(!car.isDownloadable && car.downloadContentLengths.isEmpty)
    #expect(car.contentVersion.isEmpty && car.downloadContentVersion.isEmpty)
  }

  @Test(arguments: ["USA", "FRA"])
  func `a formatter with the price's locale shows what the store shows`(country: String)
    async throws
  {
    let alice = try await Customer.onNewDevice()
    _ = try await alice.store.engine.perform(.setStorefront(storefront: country))
    let product = try await alice.product("subscription.pro")
    let pro = SKProduct(product)
    let formatter = NumberFormatter()
    formatter.numberStyle = .currency
    formatter.locale = pro.priceLocale

    #expect(formatter.string(from: pro.price) == product.displayPrice)
    #expect(pro.priceLocale.currency?.identifier == product.priceFormatStyle.currencyCode)
  }

  @Test func `the same product is equal each time it is loaded, until its price changes`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    let first = SKProduct(try await alice.product("nonconsumable.car"))
    let second = SKProduct(try await alice.product("nonconsumable.car"))
    #expect(first == second && first.hash == second.hash)

    _ = try await alice.store.engine.perform(
      .setPrice(productID: "nonconsumable.car", price: 3, policy: .inform))

    let third = SKProduct(try await alice.product("nonconsumable.car"))
    #expect(first != third)
  }

  @Test func `a test makes its own products and offers`() {
    let product: SKProduct = TestProduct()

    #expect(product.productIdentifier == "test" && product.localizedTitle == "")
    #expect(product.price.decimalValue == 3)
    #expect(product.introductoryPrice.map(text) == "introductory freeTrial 0, 0 × 1 week")
    #expect(product == product && product != TestProduct())
  }

  private func length(_ period: SKProductSubscriptionPeriod) -> String {
    "\(period.numberOfUnits) \(period.unit)"
  }

  private func text(_ offer: SKProductDiscount) -> String {
    "\(offer.type) \(offer.paymentMode) \(offer.price.decimalValue), "
      + "\(offer.numberOfPeriods) × \(length(offer.subscriptionPeriod))"
  }
}

private final class TestProduct: SKProduct {
  override var productIdentifier: String { "test" }
  override var price: NSDecimalNumber { NSDecimalNumber(value: 3) }
  override var introductoryPrice: SKProductDiscount? { TestDiscount() }
}

private final class TestDiscount: SKProductDiscount {
  override var paymentMode: SKProductDiscount.PaymentMode { .freeTrial }
  override var subscriptionPeriod: SKProductSubscriptionPeriod { TestPeriod() }
}

private final class TestPeriod: SKProductSubscriptionPeriod {
  override var numberOfUnits: Int { 1 }
  override var unit: SKProduct.PeriodUnit { .week }
}
