/// What a payment asks for.
struct PaymentDetails: Hashable, Sendable {
  /// A promotional offer, with its signature.
  struct Discount: Hashable, Sendable {
    var identifier: String
    var keyIdentifier: String
    var nonce: UUID
    /// In base64.
    var signature: String
    /// In milliseconds since 1970.
    var timestamp: Int64
  }

  var productIdentifier = ""
  var quantity = 1
  var applicationUsername: String?
  var requestData: Data?
  var simulatesAskToBuyInSandbox = false
  var discount: Discount?
  /// The product, if the app has loaded it.
  var product: Product?
}

extension PaymentDetails {
  /// The options of the purchase.
  ///
  /// - Throws: ``SKError/Code/paymentInvalid`` if there is no product or no quantity,
  ///   ``SKError/Code/invalidSignature`` if the signature of the offer is not base64.
  var options: Set<Product.PurchaseOption> {
    get throws(SKError) {
      guard !productIdentifier.isEmpty, quantity > 0 else { throw SKError(.paymentInvalid) }
      var options: Set<Product.PurchaseOption> = [.quantity(quantity)]
      if let token = applicationUsername.flatMap(UUID.init(uuidString:)) {
        options.insert(.appAccountToken(token))
      }
      if simulatesAskToBuyInSandbox { options.insert(.simulatesAskToBuyInSandbox(true)) }
      if let discount { options.insert(try discount.option) }
      return options
    }
  }
}

extension PaymentDetails.Discount {
  fileprivate var option: Product.PurchaseOption {
    get throws(SKError) {
      guard let signature = Data(base64Encoded: signature) else {
        throw SKError(.invalidSignature)
      }
      return .promotionalOffer(
        offerID: identifier, keyID: keyIdentifier, nonce: nonce, signature: signature,
        timestamp: Int(timestamp))
    }
  }
}
