package import StoreAPI

extension Subscription {
  /// What the store says about the next renewal, ready to be signed.
  ///
  /// The next period's plan, price and offer are there only while it will renew; its price is
  /// today's.
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
      appTransactionId: recipient.appTransactionID,
      deviceVerification: recipient.verification?.hash,
      deviceVerificationNonce: recipient.verification?.nonce)
  }
}
