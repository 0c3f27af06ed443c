extension RenewalInfoPayload {
  /// Without `eligibleWinBackOfferIds`, which is nested: Foundation reads what has any.
  package init(_ json: inout CanonicalJSON) throws {
    let appAccountToken = try json.uuid("appAccountToken")
    let appTransactionID = try json.text("appTransactionId")
    let autoRenewProductID = try json.text("autoRenewProductId")
    let autoRenewStatus: AutoRenewStatus? = try json.code("autoRenewStatus")
    let currency = try json.text("currency")
    let deviceVerification = try json.data("deviceVerification")
    let deviceVerificationNonce = try json.uuid("deviceVerificationNonce")
    let environment: StoreEnvironment? = try json.word("environment")
    let expirationIntent: ExpirationIntent? = try json.code("expirationIntent")
    let gracePeriodExpiresDate = try json.date("gracePeriodExpiresDate")
    let isInBillingRetryPeriod = try json.yes("isInBillingRetryPeriod")
    let offerDiscountType: OfferDiscountType? = try json.word("offerDiscountType")
    let offerIdentifier = try json.text("offerIdentifier")
    let offerPeriod: Period? = try json.parsed("offerPeriod")
    let offerType: OfferType? = try json.code("offerType")
    let originalTransactionID: TransactionID? = try json.parsed("originalTransactionId")
    let priceIncreaseStatus: PriceIncreaseStatus? = try json.code("priceIncreaseStatus")
    let productID = try json.text("productId")
    let recentSubscriptionStartDate = try json.date("recentSubscriptionStartDate")
    let renewalDate = try json.date("renewalDate")
    let renewalPrice = try json.integer("renewalPrice", Int64.self)
    let signedDate = try json.date("signedDate")

    try self.init(
      originalTransactionId: json.some(originalTransactionID), productId: json.some(productID),
      autoRenewProductId: autoRenewProductID, autoRenewStatus: json.some(autoRenewStatus),
      isInBillingRetryPeriod: isInBillingRetryPeriod,
      gracePeriodExpiresDate: gracePeriodExpiresDate, expirationIntent: expirationIntent,
      priceIncreaseStatus: priceIncreaseStatus, offerType: offerType,
      offerIdentifier: offerIdentifier, offerDiscountType: offerDiscountType,
      offerPeriod: offerPeriod, signedDate: json.some(signedDate),
      environment: json.some(environment),
      recentSubscriptionStartDate: json.some(recentSubscriptionStartDate),
      renewalDate: renewalDate, renewalPrice: renewalPrice, currency: currency,
      appAccountToken: appAccountToken, appTransactionId: json.some(appTransactionID),
      deviceVerification: deviceVerification,
      deviceVerificationNonce: deviceVerificationNonce)
  }
}
