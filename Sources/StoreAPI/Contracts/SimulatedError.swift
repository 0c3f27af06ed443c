/// A call of StoreKit that the operator can make fail.
///
/// Source: `_storeKitErrors` of StoreKit configuration files, and SKTestFailures of StoreKitTest.
package enum SimulatedAPI: String, Codable, Hashable, Sendable, CaseIterable,
  CodingKeyRepresentable
{
  case loadProducts, purchase, verification, appStoreSync, subscriptionStatus, appTransaction
  case offerCodeRedeem, manageSubscriptions, refundRequest

  /// The types of StoreKit's errors that the call can have.
  package var errorTypes: [SimulatedErrorType] {
    switch self {
    case .purchase: [.generic, .purchase]
    case .verification: [.verification]
    case .refundRequest: [.generic, .refundRequest]
    case .loadProducts, .appStoreSync, .subscriptionStatus, .appTransaction, .offerCodeRedeem,
      .manageSubscriptions:
      [.generic]
    }
  }

  /// The errors that the call can have.
  package var errors: [SimulatedError.Name] { errorTypes.flatMap(\.names) }
}

/// An error that a session returns to an app instead of a call's result.
package struct SimulatedError: Codable, Hashable, Sendable {
  /// The names of StoreKit's errors.
  package enum Name: String, Codable, Hashable, Sendable, CaseIterable {
    case unknown, userCancelled, networkError, systemError, notAvailableInStorefront, notEntitled
    case unsupported
    case invalidQuantity, productUnavailable, purchaseNotAllowed, ineligibleForOffer
    case invalidOfferIdentifier, invalidOfferPrice, invalidOfferSignature, missingOfferParameters
    case revokedCertificate, invalidCertificateChain, invalidDeviceVerification, invalidEncoding
    case invalidSignature, missingRequiredProperties
    case duplicateRequest, failed
  }

  package var name: Name
  /// The code of the `URLError` of a network error; `nil` for one that the session chooses.
  package var urlErrorCode: Int?

  enum CodingKeys: String, CodingKey, CaseIterable {
    case name, urlErrorCode
  }

  package init(_ name: Name, urlErrorCode: Int? = nil) {
    self.name = name
    self.urlErrorCode = urlErrorCode
  }

  /// Whether a code, if there is one, belongs to a network error.
  package var isWhole: Bool { urlErrorCode == nil || name == .networkError }
}

/// A type of StoreKit's errors.
package enum SimulatedErrorType: Hashable, Sendable, CaseIterable {
  /// `StoreKitError`.
  case generic
  /// `Product.PurchaseError`.
  case purchase
  /// `VerificationResult.VerificationError`.
  case verification
  /// `Transaction.RefundRequestError`.
  case refundRequest

  /// The cases of the type, in the order of StoreKit's interface.
  package var names: [SimulatedError.Name] {
    switch self {
    case .generic:
      [
        .unknown, .userCancelled, .networkError, .systemError, .notAvailableInStorefront,
        .notEntitled, .unsupported,
      ]
    case .purchase:
      [
        .invalidQuantity, .productUnavailable, .purchaseNotAllowed, .ineligibleForOffer,
        .invalidOfferIdentifier, .invalidOfferPrice, .invalidOfferSignature,
        .missingOfferParameters,
      ]
    case .verification:
      [
        .revokedCertificate, .invalidCertificateChain, .invalidDeviceVerification,
        .invalidEncoding, .invalidSignature, .missingRequiredProperties,
      ]
    case .refundRequest: [.duplicateRequest, .failed]
    }
  }
}

/// The errors that an operator simulates, by the call that fails.
package typealias SimulatedErrors = [SimulatedAPI: SimulatedError]
