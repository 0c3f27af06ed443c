import AppStorePayloads
import OpenStoreKit
import Testing

@Suite struct VocabularyTests {
  @Test func `product types are called as in signed transactions`() {
    let types: [Product.ProductType] = [.consumable, .nonConsumable, .nonRenewable, .autoRenewable]
    #expect(types.map(\.rawValue) == AppStorePayloads.ProductType.allCases.map(\.rawValue))
  }

  @Test func `renewal states have the numbers of the server API`() {
    typealias State = Product.SubscriptionInfo.RenewalState
    let states: [State] = [
      .subscribed, .expired, .inBillingRetryPeriod, .inGracePeriod, .revoked,
    ]
    #expect(states.map(\.rawValue) == [1, 2, 3, 4, 5])
    #expect(SubscriptionStatusCode.billingRetry.rawValue == State.inBillingRetryPeriod.rawValue)
    #expect(SubscriptionStatusCode.billingGracePeriod.rawValue == State.inGracePeriod.rawValue)
  }

  @Test func `the enums of a transaction have the raw values of its payload`() {
    #expect(Transaction.Reason.renewal.rawValue == TransactionReason.renewal.rawValue)
    #expect(
      Transaction.OwnershipType.familyShared.rawValue == OwnershipType.familyShared.rawValue)
    #expect(
      Transaction.OfferType.winBack.rawValue == AppStorePayloads.OfferType.winBack.rawValue)
    #expect(
      Transaction.RevocationReason.developerIssue.rawValue
        == AppStorePayloads.RevocationReason.developerIssue.rawValue)
    let types: [Transaction.RevocationType] = [.fullRefund, .proratedRefund, .familyRevocation]
    #expect(types.map(\.rawValue) == ["REFUND_FULL", "REFUND_PRORATED", "FAMILY_REVOKE"])
    #expect(
      Transaction.Offer.PaymentMode.payUpFront.rawValue == OfferDiscountType.payUpFront.rawValue)
    #expect(AppStore.Environment.sandbox.rawValue == StoreEnvironment.sandbox.rawValue)
  }

  @Test func `expiration reasons have the numbers of renewal info`() {
    typealias Reason = Product.SubscriptionInfo.RenewalInfo.ExpirationReason
    let reasons: [Reason] = [
      .autoRenewDisabled, .billingError, .didNotConsentToPriceIncrease, .productUnavailable,
      .unknown,
    ]
    #expect(reasons.map(\.rawValue) == [1, 2, 3, 4, 5])
  }

  @Test func `a day is shorter than a week, a month and a year`() {
    typealias Unit = Product.SubscriptionPeriod.Unit
    #expect([Unit.year, .day, .month, .week].sorted() == [.day, .week, .month, .year])
  }

  @Test func `options of one kind are one option in a set only if they ask for the same`() {
    let options: Set<Product.PurchaseOption> = [
      .quantity(2), .quantity(2), .quantity(3), .custom(key: "a", value: "b"),
      .custom(key: "a", value: true),
    ]
    #expect(options.count == 4)
  }
}
