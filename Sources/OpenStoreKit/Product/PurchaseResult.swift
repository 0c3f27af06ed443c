extension Product {
  /// What became of a purchase.
  ///
  /// Apple's may get more cases: write `@unknown default`.
  public enum PurchaseResult: Sendable {
    /// The customer has it; deliver, then finish the transaction.
    ///
    /// For what they had already, and for a plan that begins at the next renewal, it is the
    /// transaction of what they have now: look at its ``Transaction/productID``.
    case success(VerificationResult<Transaction>)
    /// The customer declined.
    case userCancelled
    /// Something else must happen first; a transaction may come through ``Transaction/updates``.
    case pending
  }

  /// Why the store does not sell this in this way.
  public enum PurchaseError: Error, Equatable, Hashable, Sendable {
    /// This many cannot be bought at once.
    case invalidQuantity
    /// The product is not for sale now.
    case productUnavailable
    /// The customer may not buy.
    case purchaseNotAllowed
    /// The customer cannot have this offer.
    case ineligibleForOffer
    /// There is no such offer.
    case invalidOfferIdentifier
    /// The offer's price is not valid any more.
    case invalidOfferPrice
    /// The offer's signature is not right.
    case invalidOfferSignature
    /// The offer was not given completely.
    case missingOfferParameters
  }
}

extension Product.PurchaseError: LocalizedError {
  /// What went wrong, in a sentence.
  public var errorDescription: String? {
    switch self {
    case .invalidQuantity: "This quantity cannot be bought."
    case .productUnavailable: "This product is not for sale."
    case .purchaseNotAllowed: "Purchases are not allowed."
    case .ineligibleForOffer: "This offer is not available to you."
    case .invalidOfferIdentifier: "There is no such offer."
    case .invalidOfferPrice: "The price of this offer is not valid any more."
    case .invalidOfferSignature: "The signature of this offer is not valid."
    case .missingOfferParameters: "This offer was not asked for completely."
    }
  }

  /// Why it went wrong; nothing is known beyond ``errorDescription``.
  public var failureReason: String? { errorDescription }

  /// What the customer can do.
  public var recoverySuggestion: String? {
    switch self {
    case .invalidQuantity: "Choose a quantity from 1 to 10; some products are sold one at a time."
    case .productUnavailable: "Load the products again."
    case .purchaseNotAllowed: "Allow purchases on this device."
    case .ineligibleForOffer, .invalidOfferIdentifier, .invalidOfferPrice, .invalidOfferSignature,
      .missingOfferParameters:
      "Buy without the offer."
    }
  }
}
