import DemoApp
import OpenStoreKit
import Testing

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

  @Test(arguments: [
    (PlanStatus.State.subscribed, Product.SubscriptionInfo.RenewalState.subscribed),
    (.expired, .expired), (.inBillingRetryPeriod, .inBillingRetryPeriod),
    (.inGracePeriod, .inGracePeriod), (.revoked, .revoked),
  ])
  func `a renewal state has its number`(
    state: PlanStatus.State, renewalState: Product.SubscriptionInfo.RenewalState
  ) {
    #expect(state.rawValue == renewalState.rawValue)
  }

  @Test(arguments: [
    (
      PlanStatus.ExpirationReason.autoRenewDisabled,
      Product.SubscriptionInfo.RenewalInfo.ExpirationReason.autoRenewDisabled
    ), (.billingError, .billingError),
    (.didNotConsentToPriceIncrease, .didNotConsentToPriceIncrease),
    (.productUnavailable, .productUnavailable), (.unknown, .unknown),
  ])
  func `a reason of expiration has its number`(
    reason: PlanStatus.ExpirationReason,
    storeKit: Product.SubscriptionInfo.RenewalInfo.ExpirationReason
  ) {
    #expect(reason.rawValue == storeKit.rawValue)
  }

  @Test(arguments: [
    (ProductRow.Introductory.Mode.freeTrial, Product.SubscriptionOffer.PaymentMode.freeTrial),
    (.payAsYouGo, .payAsYouGo), (.payUpFront, .payUpFront),
  ])
  func `a payment mode has its name`(
    mode: ProductRow.Introductory.Mode, storeKit: Product.SubscriptionOffer.PaymentMode
  ) {
    #expect(mode.rawValue == storeKit.rawValue)
  }
}
