package import Foundation

/// A transaction, as the store signs it: Apple's `JWSTransactionDecodedPayload`.
///
/// Field names and JSON types are those of "JWSTransactionDecodedPayload" in the documentation
/// of the App Store Server API. A field without a value is absent.
package struct TransactionPayload: Codable, Hashable, Sendable {
  package var transactionId: TransactionID
  package var originalTransactionId: TransactionID
  /// Identifies the period of an auto-renewable subscription; other transactions have none.
  package var webOrderLineItemId: String?
  package var bundleId: String
  package var productId: String
  package var subscriptionGroupIdentifier: String?
  package var purchaseDate: Date
  package var originalPurchaseDate: Date
  package var expiresDate: Date?
  /// 1 to 10 in every payload that can be decoded.
  @PurchasedQuantity package var quantity: Int
  package var type: ProductType
  package var appAccountToken: LowercaseUUID?
  package var inAppOwnershipType = OwnershipType.purchased
  package var signedDate: Date
  package var revocationReason: RevocationReason?
  package var revocationDate: Date?
  package var revocationType: RevocationType?
  /// The refunded part of the price, in thousandths of a percent: 50 000 is half.
  package var revocationPercentage: Int32?
  /// `true` or `nil`; setting `false` stores `nil`.
  package var isUpgraded: Bool? {
    didSet { if isUpgraded == false { isUpgraded = nil } }
  }
  package var offerType: OfferType?
  package var offerIdentifier: String?
  package var offerDiscountType: OfferDiscountType?
  package var offerPeriod: Period?
  package var environment: StoreEnvironment
  /// ISO 3166-1 alpha-3.
  package var storefront: String
  package var storefrontId: String
  package var transactionReason: TransactionReason
  /// ISO 4217.
  package var currency: String
  /// The price of the whole quantity, in thousandths of `currency`.
  package var price: Int64
  package var appTransactionId: String
  /// The SHA-384 of the nonce and the device; only payloads that are signed for a device have it.
  package var deviceVerification: Data?
  package var deviceVerificationNonce: LowercaseUUID?

  package init(
    transactionId: TransactionID, originalTransactionId: TransactionID,
    webOrderLineItemId: String? = nil, bundleId: String, productId: String,
    subscriptionGroupIdentifier: String? = nil, purchaseDate: Date, originalPurchaseDate: Date,
    expiresDate: Date? = nil, quantity: Int = 1, type: ProductType,
    appAccountToken: LowercaseUUID? = nil, signedDate: Date,
    revocationReason: RevocationReason? = nil, revocationDate: Date? = nil,
    revocationType: RevocationType? = nil, revocationPercentage: Int32? = nil,
    isUpgraded: Bool? = nil, offerType: OfferType? = nil, offerIdentifier: String? = nil,
    offerDiscountType: OfferDiscountType? = nil, offerPeriod: Period? = nil,
    environment: StoreEnvironment, storefront: String, storefrontId: String,
    transactionReason: TransactionReason, currency: String, price: Int64, appTransactionId: String
  ) {
    self.transactionId = transactionId
    self.originalTransactionId = originalTransactionId
    self.webOrderLineItemId = webOrderLineItemId
    self.bundleId = bundleId
    self.productId = productId
    self.subscriptionGroupIdentifier = subscriptionGroupIdentifier
    self.purchaseDate = purchaseDate
    self.originalPurchaseDate = originalPurchaseDate
    self.expiresDate = expiresDate
    self.quantity = quantity
    self.type = type
    self.appAccountToken = appAccountToken
    self.signedDate = signedDate
    self.revocationReason = revocationReason
    self.revocationDate = revocationDate
    self.revocationType = revocationType
    self.revocationPercentage = revocationPercentage
    self.isUpgraded = isUpgraded == true ? true : nil
    self.offerType = offerType
    self.offerIdentifier = offerIdentifier
    self.offerDiscountType = offerDiscountType
    self.offerPeriod = offerPeriod
    self.environment = environment
    self.storefront = storefront
    self.storefrontId = storefrontId
    self.transactionReason = transactionReason
    self.currency = currency
    self.price = price
    self.appTransactionId = appTransactionId
  }
}
