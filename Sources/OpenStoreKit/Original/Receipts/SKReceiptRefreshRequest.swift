// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// A key for ``SKReceiptRefreshRequest/receiptProperties``: whether the receipt has expired.
public let SKReceiptPropertyIsExpired = "expired"
/// A key for ``SKReceiptRefreshRequest/receiptProperties``: whether the receipt was revoked.
public let SKReceiptPropertyIsRevoked = "revoked"
/// A key for ``SKReceiptRefreshRequest/receiptProperties``: whether the receipt is one of the Volume
/// Purchase Plan.
public let SKReceiptPropertyIsVolumePurchase = "vpp"

/// A request for a new receipt, which replaces the one at `Bundle.appStoreReceiptURL`.
///
/// The customer is asked to authenticate, so send it only if they ask for it. It fails with
/// `SKError.paymentCancelled` if they decline. Source: "SKReceiptRefreshRequest".
open class SKReceiptRefreshRequest: SKRequest {
  /// The properties that the receipt should have in Apple's sandbox; this store ignores them.
  public let receiptProperties: [String: Any]?

  /// Creates a request for a receipt.
  ///
  /// - Parameter properties: The properties that the receipt should have in Apple's sandbox; this
  ///   store ignores them.
  public init(receiptProperties properties: [String: Any]? = nil) {
    receiptProperties = properties
    super.init()
  }

  /// Creates a request for a receipt.
  public override convenience init() { self.init(receiptProperties: nil) }

  override var question: RequestQuestion { .receipt }
}
