import AppStorePayloads

/// A purchase or a renewal of a product by a customer.
///
/// Two values are equal if they differ only in when and for which device they were signed.
public struct Transaction: Identifiable, Sendable {
  let signed: Signed<TransactionPayload>
  let session: StoreSession
  var payload: TransactionPayload { signed.payload }

  /// The transaction's ID, unique in its store.
  public var id: UInt64 { payload.transactionId.rawValue }
  /// The ID of the first transaction of the same subscription; otherwise equal to ``id``.
  public var originalID: UInt64 { payload.originalTransactionId.rawValue }
  /// The ID of the subscription period; `nil` for every other type of product.
  public var webOrderLineItemID: String? { payload.webOrderLineItemId }
  /// The ID of the product.
  public var productID: String { payload.productId }
  /// The type of the product.
  public var productType: Product.ProductType {
    Product.ProductType(rawValue: payload.type.rawValue)
  }
  /// The ID of the subscription group; `nil` for every other type of product.
  public var subscriptionGroupID: String? { payload.subscriptionGroupIdentifier }
  /// The bundle ID of the app.
  public var appBundleID: String { payload.bundleId }
  /// The date of the purchase or the renewal.
  public var purchaseDate: Date { payload.purchaseDate }
  /// The purchase date of the transaction with ``originalID``.
  public var originalPurchaseDate: Date { payload.originalPurchaseDate }
  /// The end of the subscription period; `nil` for every other type of product.
  public var expirationDate: Date? { payload.expiresDate }
  /// The number of products bought in this transaction.
  public var purchasedQuantity: Int { payload.quantity }
  /// Whether the customer has upgraded to a higher plan, which has a transaction of its own.
  public var isUpgraded: Bool { payload.isUpgraded ?? false }
  /// The offer that the product was bought with; `nil` if there was none.
  public var offer: Offer? {
    Offer(
      type: payload.offerType, id: payload.offerIdentifier,
      discountType: payload.offerDiscountType, period: payload.offerPeriod)
  }
  /// The date on which the App Store revoked the transaction; `nil` if it did not.
  public var revocationDate: Date? { payload.revocationDate }
  /// The reason why the App Store revoked the transaction; `nil` if it did not.
  public var revocationReason: RevocationReason? {
    payload.revocationReason.map { RevocationReason(rawValue: $0.rawValue) }
  }
  /// Whether all or a part of the price was refunded, or a family member no longer shares it; `nil` if
  /// the transaction is not revoked.
  public var revocationType: RevocationType? {
    payload.revocationType.map { RevocationType(rawValue: $0.rawValue) }
  }
  /// The part of the price that was refunded, from 0 to 100, with three decimal places; `nil` if nothing
  /// was refunded.
  public var revocationPercentage: Decimal? {
    payload.revocationPercentage.map { Decimal(milliunits: Int64($0)) }
  }
  /// The app's account that the purchase was made with.
  public var appAccountToken: UUID? { payload.appAccountToken?.uuid }
  /// The environment of the store.
  public var environment: AppStore.Environment {
    AppStore.Environment(rawValue: payload.environment.rawValue)
  }
  /// Whether the transaction is a purchase or a renewal.
  public var reason: Reason { Reason(rawValue: payload.transactionReason.rawValue) }
  /// The storefront of the purchase.
  public var storefront: Storefront {
    Storefront(
      id: payload.storefrontId, countryCode: payload.storefront,
      currency: Locale.Currency(payload.currency), locale: nil)
  }
  /// The price of the whole quantity, in ``currency``; 0 for a free trial.
  public var price: Decimal? { Decimal(milliunits: payload.price) }
  /// The currency of ``price``.
  public var currency: Locale.Currency? { Locale.Currency(payload.currency) }
  /// The identifier of the customer's download of the app.
  public var appTransactionID: String { payload.appTransactionId }
  /// The hash that binds the signature to one device; empty if it is not bound to a device.
  public var deviceVerification: Data { payload.deviceVerification ?? Data() }
  /// The UUID that was hashed together with the device's ID into ``deviceVerification``.
  public var deviceVerificationNonce: UUID { payload.deviceVerificationNonce?.uuid ?? .zero }
  /// Whether the customer bought it or a family member shares it.
  public var ownershipType: OwnershipType {
    OwnershipType(rawValue: payload.inAppOwnershipType.rawValue)
  }
  /// The date on which the store signed it.
  ///
  /// It changes with the content: for the same content, the store may return an earlier signature.
  public var signedDate: Date { payload.signedDate }
  /// The signed JSON.
  public var jsonRepresentation: Data { signed.payloadData }
}

extension Transaction: Equatable, Hashable, CustomDebugStringConvertible {
  /// Returns whether both are equal except for when and for which device they were signed.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.payload.unsigned == rhs.payload.unsigned
  }

  /// Hashes the values that `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(payload.unsigned) }

  /// The signed JSON as text.
  public var debugDescription: String { String(decoding: jsonRepresentation, as: UTF8.self) }
}
