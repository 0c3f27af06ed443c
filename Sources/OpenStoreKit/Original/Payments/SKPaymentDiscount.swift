/// A promotional offer of a subscription, with its signature, for a payment.
open class SKPaymentDiscount: NSObject {
  let details: PaymentDetails.Discount

  /// The offer's identifier.
  open var identifier: String { details.identifier }
  /// The identifier of the app's key that has signed the offer.
  open var keyIdentifier: String { details.keyIdentifier }
  /// The value that was signed and is used once.
  open var nonce: UUID { details.nonce }
  /// The signature, in base64.
  open var signature: String { details.signature }
  /// The time of the signature, in milliseconds since 1970.
  open var timestamp: NSNumber { NSNumber(value: details.timestamp) }

  /// Creates the discount of a payment.
  ///
  /// - Parameters:
  ///   - identifier: The offer's identifier.
  ///   - keyIdentifier: The identifier of the app's key that has signed the offer.
  ///   - nonce: The value that was signed and is used once.
  ///   - signature: The signature, in base64.
  ///   - timestamp: The time of the signature, in milliseconds since 1970.
  public init(
    identifier: String, keyIdentifier: String, nonce: UUID, signature: String, timestamp: NSNumber
  ) {
    details = PaymentDetails.Discount(
      identifier: identifier, keyIdentifier: keyIdentifier, nonce: nonce, signature: signature,
      timestamp: timestamp.int64Value)
    super.init()
  }

  // Convenient, so that a class of the app inherits the public initializer.
  convenience init(_ details: PaymentDetails.Discount) {
    self.init(
      identifier: details.identifier, keyIdentifier: details.keyIdentifier, nonce: details.nonce,
      signature: details.signature, timestamp: NSNumber(value: details.timestamp))
  }
}
