extension Product {
  /// The result of a purchase.
  ///
  /// Apple may add cases, so a switch outside this package needs an `@unknown default`.
  @nonexhaustive
  public enum PurchaseResult: Sendable {
    /// The purchase succeeded. Deliver the product, then finish the transaction.
    ///
    /// If the customer owned the product already, or the plan changes at the next renewal, this is
    /// the transaction that the customer has now: check its ``Transaction/productID``.
    case success(VerificationResult<Transaction>)
    /// The customer declined.
    case userCancelled
    /// The purchase needs an action first; ``Transaction/updates`` may yield its transaction later.
    case pending
  }

  /// An error of a purchase that the store refuses.
  ///
  /// Apple may add cases, so a switch outside this package needs an `@unknown default`.
  @nonexhaustive
  public enum PurchaseError: Error, Equatable, Hashable, Sendable {
    /// The product cannot be bought in this quantity.
    case invalidQuantity
    /// The product is not for sale.
    case productUnavailable
    /// The customer may not make purchases.
    case purchaseNotAllowed
    /// The customer is not eligible for the offer.
    case ineligibleForOffer
    /// The product has no offer with this ID.
    case invalidOfferIdentifier
    /// The offer's price is no longer valid.
    case invalidOfferPrice
    /// The offer's signature is not valid.
    case invalidOfferSignature
    /// A parameter of the offer is missing.
    case missingOfferParameters
  }
}

extension Product.PurchaseError: LocalizedError {
  /// A sentence that describes the error, in English.
  public var errorDescription: String? {
    switch self {
    case .invalidQuantity: "This quantity cannot be bought."
    case .productUnavailable: "This product is not for sale."
    case .purchaseNotAllowed: "Purchases are not allowed on this device."
    case .ineligibleForOffer: "This offer is not available to you."
    case .invalidOfferIdentifier: "This product has no such offer."
    case .invalidOfferPrice: "The price of this offer is no longer valid."
    case .invalidOfferSignature: "The signature of this offer is not valid."
    case .missingOfferParameters: "A parameter of this offer is missing."
    }
  }

  /// The same sentence as ``errorDescription``.
  public var failureReason: String? { errorDescription }

  /// A suggestion for the customer.
  public var recoverySuggestion: String? {
    switch self {
    case .invalidQuantity: "Choose a quantity from 1 to 10. Some products are sold one at a time."
    case .productUnavailable: "Load the products again."
    case .purchaseNotAllowed: "Allow purchases on this device."
    case .ineligibleForOffer, .invalidOfferIdentifier, .invalidOfferPrice, .invalidOfferSignature,
      .missingOfferParameters:
      "Buy without the offer."
    }
  }
}
