import OpenStoreKit
import Testing

@testable import DemoApp

/// The app's values are StoreKit's, by their raw values.
@Suite struct StoreKitValuesTests {
  @Test(arguments: [
    (ProductRow.Kind.consumable, Product.ProductType.consumable, 1...10),
    (.nonConsumable, .nonConsumable, 1...1), (.nonRenewable, .nonRenewable, 1...10),
    (.autoRenewable, .autoRenewable, 1...1),
  ])
  func `a type of product has its name and quantities`(
    kind: ProductRow.Kind, type: Product.ProductType, quantities: ClosedRange<Int>
  ) {
    #expect(kind.rawValue == type.rawValue)
    #expect(kind.quantities == quantities)
  }

  @Test func `a renewal state has its number`() {
    let app: [PlanStatus.State] = [
      .subscribed, .expired, .inBillingRetryPeriod, .inGracePeriod, .revoked,
    ]
    let storeKit: [Product.SubscriptionInfo.RenewalState] = [
      .subscribed, .expired, .inBillingRetryPeriod, .inGracePeriod, .revoked,
    ]
    #expect(app.map(\.rawValue) == storeKit.map(\.rawValue))
  }

  @Test func `a reason of expiration has its number`() {
    let app: [PlanStatus.ExpirationReason] = [
      .autoRenewDisabled, .billingError, .didNotConsentToPriceIncrease, .productUnavailable,
      .unknown,
    ]
    let storeKit: [Product.SubscriptionInfo.RenewalInfo.ExpirationReason] = [
      .autoRenewDisabled, .billingError, .didNotConsentToPriceIncrease, .productUnavailable,
      .unknown,
    ]
    #expect(app.map(\.rawValue) == storeKit.map(\.rawValue))
  }

  @Test func `a payment mode has its name`() {
    let app: [ProductRow.Introductory.Mode] = [.freeTrial, .payAsYouGo, .payUpFront]
    let storeKit: [Product.SubscriptionOffer.PaymentMode] = [
      .freeTrial, .payAsYouGo, .payUpFront,
    ]
    #expect(app.map(\.rawValue) == storeKit.map(\.rawValue))
  }
}
