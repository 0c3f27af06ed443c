extension TransactionPayload {
  package init(_ json: inout CanonicalJSON) throws {
    let appAccountToken = try json.uuid("appAccountToken")
    let appTransactionID = try json.text("appTransactionId")
    let bundleID = try json.text("bundleId")
    let currency = try json.text("currency")
    let deviceVerification = try json.data("deviceVerification")
    let deviceVerificationNonce = try json.uuid("deviceVerificationNonce")
    let environment: StoreEnvironment? = try json.word("environment")
    let expiresDate = try json.date("expiresDate")
    let inAppOwnershipType: OwnershipType? = try json.word("inAppOwnershipType")
    let isUpgraded = try json.yes("isUpgraded")
    let offerDiscountType: OfferDiscountType? = try json.word("offerDiscountType")
    let offerIdentifier = try json.text("offerIdentifier")
    let offerPeriod: Period? = try json.parsed("offerPeriod")
    let offerType: OfferType? = try json.code("offerType")
    let originalPurchaseDate = try json.date("originalPurchaseDate")
    let originalTransactionID: TransactionID? = try json.parsed("originalTransactionId")
    let price = try json.integer("price", Int64.self)
    let productID = try json.text("productId")
    let purchaseDate = try json.date("purchaseDate")
    let quantity = try json.integer("quantity", Int.self)
    let revocationDate = try json.date("revocationDate")
    let revocationPercentage = try json.integer("revocationPercentage", Int32.self)
    let revocationReason: RevocationReason? = try json.code("revocationReason")
    let revocationType: RevocationType? = try json.word("revocationType")
    let signedDate = try json.date("signedDate")
    let storefront = try json.text("storefront")
    let storefrontID = try json.text("storefrontId")
    let subscriptionGroupIdentifier = try json.text("subscriptionGroupIdentifier")
    let transactionID: TransactionID? = try json.parsed("transactionId")
    let transactionReason: TransactionReason? = try json.word("transactionReason")
    let type: ProductType? = try json.word("type")
    let webOrderLineItemID = try json.text("webOrderLineItemId")

    try self.init(
      transactionId: json.some(transactionID),
      originalTransactionId: json.some(originalTransactionID),
      webOrderLineItemId: webOrderLineItemID, bundleId: json.some(bundleID),
      productId: json.some(productID), subscriptionGroupIdentifier: subscriptionGroupIdentifier,
      purchaseDate: json.some(purchaseDate), originalPurchaseDate: json.some(originalPurchaseDate),
      expiresDate: expiresDate, quantity: json.some(quantity), type: json.some(type),
      appAccountToken: appAccountToken, inAppOwnershipType: json.some(inAppOwnershipType),
      signedDate: json.some(signedDate), revocationReason: revocationReason,
      revocationDate: revocationDate, revocationType: revocationType,
      revocationPercentage: revocationPercentage, isUpgraded: isUpgraded, offerType: offerType,
      offerIdentifier: offerIdentifier, offerDiscountType: offerDiscountType,
      offerPeriod: offerPeriod, environment: json.some(environment),
      storefront: json.some(storefront), storefrontId: json.some(storefrontID),
      transactionReason: json.some(transactionReason), currency: json.some(currency),
      price: json.some(price), appTransactionId: json.some(appTransactionID),
      deviceVerification: deviceVerification, deviceVerificationNonce: deviceVerificationNonce)
  }
}
