package import Foundation
package import StoreAPI

/// Who a payload is made for, and when.
package struct Recipient: Hashable, Sendable {
  package var bundleID: String
  package var appTransactionID: String
  package var signedDate: Date
  /// What binds the payload to one device; `nil` for a server.
  package var verification: Verification?

  /// SHA-384 over a nonce and the device, and that nonce.
  package struct Verification: Hashable, Sendable {
    package var hash: Data
    package var nonce: LowercaseUUID

    package init(hash: Data, nonce: LowercaseUUID) {
      self.hash = hash
      self.nonce = nonce
    }
  }

  package init(
    bundleID: String, appTransactionID: String, signedDate: Date, verification: Verification? = nil
  ) {
    self.bundleID = bundleID
    self.appTransactionID = appTransactionID
    self.signedDate = signedDate
    self.verification = verification
  }
}

extension LedgerTransaction {
  /// What the store says about the transaction, ready to be signed.
  package func payload(for recipient: Recipient) -> TransactionPayload {
    TransactionPayload(
      transactionId: id, originalTransactionId: originalID,
      webOrderLineItemId: period?.webOrderLineItemID, bundleId: recipient.bundleID,
      productId: productID, subscriptionGroupIdentifier: period?.groupID,
      purchaseDate: purchaseDate, originalPurchaseDate: originalPurchaseDate,
      expiresDate: period?.expirationDate, quantity: quantity, type: type,
      appAccountToken: appAccountToken, signedDate: recipient.signedDate,
      revocationReason: revocation?.reason, revocationDate: revocation?.date,
      revocationType: revocation?.type, revocationPercentage: revocation?.percentage,
      isUpgraded: isUpgraded ? true : nil, offerType: period?.offer?.type,
      offerIdentifier: period?.offer?.id, offerDiscountType: period?.offer?.discountType,
      offerPeriod: period?.offer?.period, storefront: storefront.countryCode,
      storefrontId: storefront.id, transactionReason: reason, currency: storefront.currency,
      price: price.milliunits, appTransactionId: recipient.appTransactionID,
      deviceVerification: recipient.verification?.hash,
      deviceVerificationNonce: recipient.verification?.nonce)
  }
}

extension AppTransactionPayload {
  /// What the store says about a customer's download of the app, ready to be signed.
  ///
  /// Source: the documentation of `AppTransaction`, for the original version and date of a sandbox.
  package init(for recipient: Recipient) {
    self.init(
      bundleId: recipient.bundleID, applicationVersion: "1.0", originalApplicationVersion: "1.0",
      originalPurchaseDate: Date(millisecondsSince1970: 1_375_340_400_000),
      receiptCreationDate: recipient.signedDate, appTransactionId: recipient.appTransactionID,
      originalPlatform: "macOS", deviceVerification: recipient.verification?.hash,
      deviceVerificationNonce: recipient.verification?.nonce)
  }
}

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
