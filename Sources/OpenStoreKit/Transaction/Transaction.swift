import StoreAPI

/// One purchase, or one renewal, of one product by one customer.
///
/// Two values are equal when they are the same transaction in the same state, whenever and for
/// whichever device they were signed.
public struct Transaction: Identifiable, Sendable {
  let signed: Signed<TransactionPayload>
  let session: StoreSession
  var payload: TransactionPayload { signed.payload }

  /// The transaction's number, unique in its store.
  public var id: UInt64 { payload.transactionId.rawValue }
  /// The number of the first transaction of the same subscription, or ``id``.
  public var originalID: UInt64 { payload.originalTransactionId.rawValue }
  /// Names a subscription period on all devices; `nil` for every other type.
  public var webOrderLineItemID: String? { payload.webOrderLineItemId }
  /// What was bought.
  public var productID: String { payload.productId }
  /// What kind of product was bought.
  public var productType: Product.ProductType {
    Product.ProductType(rawValue: payload.type.rawValue)
  }
  /// The group that the subscription belongs to; `nil` for every other type.
  public var subscriptionGroupID: String? { payload.subscriptionGroupIdentifier }
  /// The app that sold it.
  public var appBundleID: String { payload.bundleId }
  /// When it was charged, or, of a restored purchase, granted.
  public var purchaseDate: Date { payload.purchaseDate }
  /// When the first transaction of the same subscription was charged.
  public var originalPurchaseDate: Date { payload.originalPurchaseDate }
  /// When the subscription period ends or is renewed; `nil` for what does not end by itself.
  public var expirationDate: Date? { payload.expiresDate }
  /// How many were bought at once.
  public var purchasedQuantity: Int { payload.quantity }
  /// Whether the customer has changed to a higher plan, whose transaction counts now.
  public var isUpgraded: Bool { payload.isUpgraded ?? false }
  /// The offer that it was bought with.
  public var offer: Offer? {
    Offer(
      type: payload.offerType, id: payload.offerIdentifier,
      discountType: payload.offerDiscountType, period: payload.offerPeriod)
  }
  /// When the App Store took it back; `nil` if it did not.
  public var revocationDate: Date? { payload.revocationDate }
  /// Why the App Store took it back.
  public var revocationReason: RevocationReason? {
    payload.revocationReason.map { RevocationReason(rawValue: $0.rawValue) }
  }
  /// The app's own account that the purchase was bound to.
  public var appAccountToken: UUID? { payload.appAccountToken?.uuid }
  /// Which of Apple's environments the store stands for.
  public var environment: AppStore.Environment {
    AppStore.Environment(rawValue: payload.environment.rawValue)
  }
  /// Whether the customer asked for it, or a period began.
  public var reason: Reason { Reason(rawValue: payload.transactionReason.rawValue) }
  /// The country in whose App Store it was bought.
  public var storefront: Storefront {
    Storefront(
      id: payload.storefrontId, countryCode: payload.storefront,
      currency: Locale.Currency(payload.currency), locale: nil)
  }
  /// What was charged for the whole quantity, in ``currency``; 0 for a free trial.
  public var price: Decimal? { Decimal(milliunits: payload.price) }
  /// The currency of ``price``.
  public var currency: Locale.Currency? { Locale.Currency(payload.currency) }
  /// The customer's download of the app.
  public var appTransactionID: String { payload.appTransactionId }
  /// What binds the signature to one device; empty where it is bound to none.
  public var deviceVerification: Data { payload.deviceVerification ?? Data() }
  /// What was hashed with the device's ID into ``deviceVerification``.
  public var deviceVerificationNonce: UUID { payload.deviceVerificationNonce?.uuid ?? .zero }
  /// Whether the customer bought it or a family member shares it.
  public var ownershipType: OwnershipType {
    OwnershipType(rawValue: payload.inAppOwnershipType.rawValue)
  }
  /// When the store said this.
  public var signedDate: Date { payload.signedDate }
  /// The signed JSON.
  public var jsonRepresentation: Data { signed.payloadData }
}

extension Transaction: Equatable, Hashable, CustomDebugStringConvertible {
  /// Whether both are the same transaction in the same state.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.payload.unsigned == rhs.payload.unsigned
  }

  /// Feeds the transaction's state.
  public func hash(into hasher: inout Hasher) { hasher.combine(payload.unsigned) }

  /// The signed JSON as text.
  public var debugDescription: String { String(decoding: jsonRepresentation, as: UTF8.self) }
}
