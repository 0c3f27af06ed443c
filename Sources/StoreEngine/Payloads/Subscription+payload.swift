package import AppStorePayloads
import StoreAPI

extension Subscription {
  /// Returns the payload of the next renewal.
  ///
  /// It names the plan of the next period even after the subscription has ended, as Apple's
  /// payloads do. While the subscription is active, it also has the plan's price and offer; while
  /// renewal is off, they are those that apply if it is turned on. A plan that is not sold has no
  /// price.
  ///
  /// The price and the offers of a plan that a family member shares are the purchaser's alone.
  ///
  /// In billing retry the price is that of the renewal that has failed, and the expiration intent is
  /// the billing error, although the subscription has not expired. Source:
  /// "Product.SubscriptionInfo.RenewalState".
  package func payload(
    for recipient: Recipient, appAccountToken: LowercaseUUID?, isShared: Bool = false,
    in snapshot: CatalogueSnapshot
  ) -> RenewalInfoPayload {
    payload(
      for: recipient, appAccountToken: appAccountToken,
      renewal: isShared
        ? RenewalTerms() : RenewalTerms(of: self, at: recipient.signedDate, in: snapshot))
  }

  /// Returns the payload of the next renewal at these terms.
  func payload(
    for recipient: Recipient, appAccountToken: LowercaseUUID?, renewal: RenewalTerms
  ) -> RenewalInfoPayload {
    var payload = RenewalInfoPayload(
      originalTransactionId: originalID, productId: productID,
      autoRenewProductId: autoRenewPreference,
      autoRenewStatus: willAutoRenew ? .on : .off,
      isInBillingRetryPeriod: isInBillingRetry,
      expirationIntent: isInBillingRetry ? .billingError : expirationIntent,
      offerType: renewal.offer?.type,
      offerIdentifier: renewal.offer?.id, offerDiscountType: renewal.offer?.discountType,
      offerPeriod: renewal.offer?.duration, signedDate: recipient.signedDate,
      environment: recipient.environment,
      recentSubscriptionStartDate: recentSubscriptionStartDate, renewalDate: expirationDate,
      renewalPrice: renewal.price?.milliunits,
      currency: renewal.currency, appAccountToken: appAccountToken,
      appTransactionId: recipient.appTransactionID)
    payload.gracePeriodExpiresDate = billingIssue?.gracePeriodExpirationDate
    payload.priceIncreaseStatus = priceIncreaseStatus
    payload.eligibleWinBackOfferIds = renewal.winBackOfferIDs
    return payload
  }

  /// Pending even if the price was declined.
  ///
  /// While renewal is off, the status is `nil`, unless the customer declined the price.
  private var priceIncreaseStatus: PriceIncreaseStatus? {
    guard let priceIncrease, priceIncrease.productID == autoRenewPreference,
      willAutoRenew || priceIncrease.status == .declined
    else { return nil }
    return priceIncrease.status == .agreed ? .agreed : .pending
  }
}
