package import StoreAPI

extension SimulatedError {
  /// StoreKit's error of this name; no call throws an error of verifications.
  package var thrown: any Error {
    if let error = Product.PurchaseError(name) { return error }
    if let error = Transaction.RefundRequestError(name) { return error }
    return StoreKitError(self) ?? .unknown
  }
}

extension StoreKitError {
  /// The error that is simulated; `nil` if it is not one of these.
  package init?(_ error: SimulatedError) {
    switch error.name {
    case .unknown: self = .unknown
    case .userCancelled: self = .userCancelled
    case .networkError:
      let code = error.urlErrorCode.flatMap(URLError.Code.init(rawValue:))
      self = .networkError(URLError(code ?? .notConnectedToInternet))
    case .systemError: self = .systemError(SystemErrorReason("This system error is simulated."))
    case .notAvailableInStorefront: self = .notAvailableInStorefront
    case .notEntitled: self = .notEntitled
    case .unsupported: self = .unsupported
    default: return nil
    }
  }

  /// The error that a store must simulate to cause this one.
  package var simulated: SimulatedError {
    switch self {
    case .unknown: SimulatedError(.unknown)
    case .userCancelled: SimulatedError(.userCancelled)
    case .networkError(let error):
      SimulatedError(.networkError, urlErrorCode: error.code.rawValue)
    case .systemError: SimulatedError(.systemError)
    case .notAvailableInStorefront: SimulatedError(.notAvailableInStorefront)
    case .notEntitled: SimulatedError(.notEntitled)
    case .unsupported: SimulatedError(.unsupported)
    }
  }
}

extension Product.PurchaseError {
  private static let names: [(SimulatedError.Name, Product.PurchaseError)] = [
    (.invalidQuantity, .invalidQuantity), (.productUnavailable, .productUnavailable),
    (.purchaseNotAllowed, .purchaseNotAllowed), (.ineligibleForOffer, .ineligibleForOffer),
    (.invalidOfferIdentifier, .invalidOfferIdentifier), (.invalidOfferPrice, .invalidOfferPrice),
    (.invalidOfferSignature, .invalidOfferSignature),
    (.missingOfferParameters, .missingOfferParameters),
  ]

  /// The error of this name; `nil` if it is not one of a purchase.
  package init?(_ name: SimulatedError.Name) {
    guard let error = Self.names.first(where: { $0.0 == name })?.1 else { return nil }
    self = error
  }

  /// The error that a store must simulate to cause this one; `nil` for an error of a later version.
  package var simulated: SimulatedError? {
    Self.names.first { $0.1 == self }.map { SimulatedError($0.0) }
  }
}

extension Transaction.RefundRequestError {
  /// The error of this name; `nil` if it is not one of a request for a refund.
  package init?(_ name: SimulatedError.Name) {
    switch name {
    case .duplicateRequest: self = .duplicateRequest
    case .failed: self = .failed
    default: return nil
    }
  }

  /// The error that a store must simulate to cause this one.
  package var simulated: SimulatedError {
    switch self {
    case .duplicateRequest: SimulatedError(.duplicateRequest)
    case .failed: SimulatedError(.failed)
    }
  }
}

extension VerificationResult.VerificationError {
  /// The error of this name; `nil` if it is not one of a verification.
  package init?(_ name: SimulatedError.Name) {
    switch name {
    case .revokedCertificate: self = .revokedCertificate
    case .invalidCertificateChain: self = .invalidCertificateChain
    case .invalidDeviceVerification: self = .invalidDeviceVerification
    case .invalidEncoding: self = .invalidEncoding
    case .invalidSignature: self = .invalidSignature
    case .missingRequiredProperties: self = .missingRequiredProperties
    default: return nil
    }
  }
}
