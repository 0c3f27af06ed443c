import AppStorePayloads
import Foundation

extension Date {
  /// 15 June 2026, 12:00 UTC.
  static let noon = Date(millisecondsSince1970: 1_781_524_800_000)
}

extension UUID {
  static let alpha = UUID(uuid: (0xA1, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 0x0A))
  static let beta = UUID(uuid: (0xB2, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 0x0B))
}

extension TransactionPayload {
  /// A race car without optional fields.
  static let car = TransactionPayload(
    transactionId: TransactionID(rawValue: 1_000_000_001),
    originalTransactionId: TransactionID(rawValue: 1_000_000_001),
    bundleId: "com.example.skdemo", productId: "nonconsumable.racecar", purchaseDate: .noon,
    originalPurchaseDate: .noon, type: .nonConsumable, signedDate: .noon, environment: .sandbox,
    storefront: "USA", storefrontId: "143441", transactionReason: .purchase, currency: "USD",
    price: 4990, appTransactionId: "704000000000000001")

  /// A period of a plan with every field that a transaction can have.
  static let plan: TransactionPayload = {
    var payload = TransactionPayload(
      transactionId: TransactionID(rawValue: 18_446_744_073_709_551_615),
      originalTransactionId: TransactionID(rawValue: 1_000_000_002),
      webOrderLineItemId: "1000000003", bundleId: "com.example.skdemo",
      productId: "subscription.pro", subscriptionGroupIdentifier: "21400001",
      purchaseDate: .noon, originalPurchaseDate: .noon,
      expiresDate: Date(millisecondsSince1970: 1_784_116_800_001), type: .autoRenewable,
      appAccountToken: LowercaseUUID(.alpha), signedDate: .noon, revocationReason: .other,
      revocationDate: .noon, revocationType: .refundProrated, revocationPercentage: 50_000,
      isUpgraded: true, offerType: .introductory, offerIdentifier: "winback.pro",
      offerDiscountType: .payUpFront, offerPeriod: Period(2, .month), environment: .sandbox,
      storefront: "USA", storefrontId: "143441", transactionReason: .renewal, currency: "USD",
      price: 9_990_000_000_000, appTransactionId: "704000000000000001")
    payload.inAppOwnershipType = .familyShared
    return payload.bound(to: .alpha)
  }()
}

extension SignedPayload {
  /// The payload as the store signs it for a device.
  func bound(to device: UUID, nonce: UUID = .beta) -> Self {
    var payload = self
    payload.deviceVerification = DeviceVerification.hash(nonce: nonce, device: device)
    payload.deviceVerificationNonce = LowercaseUUID(nonce)
    return payload
  }
}

extension RenewalInfoPayload {
  /// A plan that has ended, without optional fields.
  static let ended = RenewalInfoPayload(
    originalTransactionId: TransactionID(rawValue: 1_000_000_002),
    productId: "subscription.pro", autoRenewProductId: nil, autoRenewStatus: .off,
    signedDate: .noon, environment: .sandbox, recentSubscriptionStartDate: .noon,
    appTransactionId: "704000000000000001")

  /// A plan with every field that renewal info can have.
  static let full: RenewalInfoPayload = {
    var payload = RenewalInfoPayload(
      originalTransactionId: TransactionID(rawValue: 1_000_000_002),
      productId: "subscription.pro", autoRenewProductId: "subscription.standard",
      autoRenewStatus: .on, isInBillingRetryPeriod: true, expirationIntent: .billingError,
      offerType: .winBack, offerIdentifier: "winback.pro", offerDiscountType: .freeTrial,
      offerPeriod: Period(1, .week), signedDate: .noon, environment: .sandbox,
      recentSubscriptionStartDate: .noon, renewalDate: .noon, renewalPrice: 19_990, currency: "USD",
      appAccountToken: LowercaseUUID(.alpha), appTransactionId: "704000000000000001")
    payload.gracePeriodExpiresDate = .noon
    payload.priceIncreaseStatus = .pending
    payload.eligibleWinBackOfferIds = ["winback.pro", "winback.basic"]
    return payload.bound(to: .alpha)
  }()
}
