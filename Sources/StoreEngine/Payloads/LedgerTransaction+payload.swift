package import AppStorePayloads
import StoreAPI

extension LedgerTransaction {
  /// Returns the transaction's payload.
  package func payload(for recipient: Recipient) -> TransactionPayload {
    var payload = TransactionPayload(
      transactionId: id, originalTransactionId: originalID,
      webOrderLineItemId: period?.webOrderLineItemID, bundleId: recipient.bundleID,
      productId: productID, subscriptionGroupIdentifier: period?.groupID,
      purchaseDate: purchaseDate, originalPurchaseDate: originalPurchaseDate,
      expiresDate: period?.expirationDate, quantity: quantity, type: type,
      appAccountToken: appAccountToken, signedDate: recipient.signedDate,
      revocationReason: revocation?.reason, revocationDate: revocation?.date,
      revocationType: revocation?.type, revocationPercentage: revocation?.percentage,
      isUpgraded: isUpgraded ? true : nil,
      offerType: oneTimeOffer == nil ? period?.offer?.type : .code,
      offerIdentifier: oneTimeOffer ?? period?.offer?.id,
      offerDiscountType: oneTimeOffer == nil ? period?.offer?.discountType : .oneTime,
      offerPeriod: period?.offer?.duration, environment: recipient.environment,
      storefront: storefront.countryCode, storefrontId: storefront.id, transactionReason: reason,
      currency: storefront.currency, price: price.milliunits,
      appTransactionId: recipient.appTransactionID)
    payload.inAppOwnershipType = shared == nil ? .purchased : .familyShared
    return payload
  }
}
