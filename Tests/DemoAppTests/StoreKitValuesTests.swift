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

  @Test func `renewal states, reasons of expiration and payment modes have their raw values`() {
    #expect(
      raw(PlanStatus.State.subscribed, .expired, .inBillingRetryPeriod, .inGracePeriod, .revoked)
        == raw(
          Product.SubscriptionInfo.RenewalState.subscribed, .expired, .inBillingRetryPeriod,
          .inGracePeriod, .revoked))
    #expect(
      raw(
        PlanStatus.ExpirationReason.autoRenewDisabled, .billingError,
        .didNotConsentToPriceIncrease, .productUnavailable, .unknown)
        == raw(
          Product.SubscriptionInfo.RenewalInfo.ExpirationReason.autoRenewDisabled, .billingError,
          .didNotConsentToPriceIncrease, .productUnavailable, .unknown))
    #expect(
      raw(ProductRow.Offer.Mode.freeTrial, .payAsYouGo, .payUpFront)
        == raw(Product.SubscriptionOffer.PaymentMode.freeTrial, .payAsYouGo, .payUpFront))
  }

  private func raw<Value: RawRepresentable>(_ values: Value...) -> [Value.RawValue] {
    values.map(\.rawValue)
  }
}
