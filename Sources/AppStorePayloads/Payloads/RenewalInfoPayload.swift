package import Foundation

/// A subscription's next renewal, as the store signs it: Apple's `JWSRenewalInfoDecodedPayload`.
///
/// Field names and JSON types are those of "JWSRenewalInfoDecodedPayload" in the documentation
/// of the App Store Server API. A field without a value is absent. The offer fields describe the
/// next renewal, or the one that would follow if renewal were turned on.
package struct RenewalInfoPayload: Codable, Hashable, Sendable {
  package enum AutoRenewStatus: Int, Codable, Hashable, Sendable, CaseIterable {
    case off = 0
    case on = 1
  }

  package var originalTransactionId: TransactionID
  /// The plan of the current or last period.
  package var productId: String
  /// The plan of the next period or, if the subscription has ended, the one that would have
  /// followed.
  ///
  /// Absent if a store of an earlier version signed it after the end.
  package var autoRenewProductId: String?
  package var autoRenewStatus: AutoRenewStatus
  package var isInBillingRetryPeriod: Bool?
  package var gracePeriodExpiresDate: Date?
  package var expirationIntent: ExpirationIntent?
  package var priceIncreaseStatus: PriceIncreaseStatus?
  package var offerType: OfferType?
  package var offerIdentifier: String?
  package var offerDiscountType: OfferDiscountType?
  package var offerPeriod: Period?
  package var signedDate: Date
  package var environment: StoreEnvironment
  /// The start of the current series of periods, in which no gap is 60 days or longer.
  package var recentSubscriptionStartDate: Date
  package var renewalDate: Date?
  /// The price of the next renewal, in thousandths of `currency`; absent if it is not for sale.
  package var renewalPrice: Int64?
  package var currency: String?
  /// The best offer first; absent without eligible offers.
  package var eligibleWinBackOfferIds: [String]?
  package var appAccountToken: LowercaseUUID?
  package var appTransactionId: String
  package var deviceVerification: Data?
  package var deviceVerificationNonce: LowercaseUUID?

  package init(
    originalTransactionId: TransactionID, productId: String, autoRenewProductId: String?,
    autoRenewStatus: AutoRenewStatus, isInBillingRetryPeriod: Bool? = nil,
    expirationIntent: ExpirationIntent? = nil, offerType: OfferType? = nil,
    offerIdentifier: String? = nil, offerDiscountType: OfferDiscountType? = nil,
    offerPeriod: Period? = nil, signedDate: Date, environment: StoreEnvironment,
    recentSubscriptionStartDate: Date, renewalDate: Date? = nil, renewalPrice: Int64? = nil,
    currency: String? = nil, appAccountToken: LowercaseUUID? = nil, appTransactionId: String
  ) {
    self.originalTransactionId = originalTransactionId
    self.productId = productId
    self.autoRenewProductId = autoRenewProductId
    self.autoRenewStatus = autoRenewStatus
    self.isInBillingRetryPeriod = isInBillingRetryPeriod
    self.expirationIntent = expirationIntent
    self.offerType = offerType
    self.offerIdentifier = offerIdentifier
    self.offerDiscountType = offerDiscountType
    self.offerPeriod = offerPeriod
    self.signedDate = signedDate
    self.environment = environment
    self.recentSubscriptionStartDate = recentSubscriptionStartDate
    self.renewalDate = renewalDate
    self.renewalPrice = renewalPrice
    self.currency = currency
    self.appAccountToken = appAccountToken
    self.appTransactionId = appTransactionId
  }
}
