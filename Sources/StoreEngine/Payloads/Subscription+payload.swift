package import StoreAPI

extension Subscription {
  /// Returns the payload of the next renewal.
  ///
  /// It has the plan, price and offer of the next period only if the subscription will renew. The
  /// price is the present price.
  package func payload(
    for recipient: Recipient, appAccountToken: LowercaseUUID?, in market: Market
  ) -> RenewalInfoPayload {
    let next = willAutoRenew ? PlannedPeriod(after: self, in: market) : nil
    return RenewalInfoPayload(
      originalTransactionId: originalID, productId: productID,
      autoRenewProductId: willAutoRenew ? autoRenewPreference : nil,
      autoRenewStatus: willAutoRenew ? .on : .off, isInBillingRetryPeriod: false,
      expirationIntent: expirationIntent, offerType: next?.offer?.type,
      offerIdentifier: next?.offer?.id, offerDiscountType: next?.offer?.discountType,
      offerPeriod: next?.offer?.period, signedDate: recipient.signedDate,
      recentSubscriptionStartDate: recentSubscriptionStartDate, renewalDate: expirationDate,
      renewalPrice: next?.price.milliunits,
      currency: next.map { _ in market.storefront.currency }, appAccountToken: appAccountToken,
      appTransactionId: recipient.appTransactionID)
  }
}
