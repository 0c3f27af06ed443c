import StoreAPI

// Original StoreKit has its own errors. An error without a code becomes `unknown`. StoreKit 2's
// error is the underlying one.
extension SKError {
  /// Creates the error of original StoreKit for another error, with its description.
  init(_ error: any Error) {
    if let error = error as? SKError {
      self = error
      return
    }
    self.init(
      Code(error),
      userInfo: [NSLocalizedDescriptionKey: error.sentence, NSUnderlyingErrorKey: error])
  }
}

extension SKError.Code {
  fileprivate init(_ error: any Error) {
    switch error {
    case let error as StoreKitError: self.init(error)
    case let error as Product.PurchaseError: self.init(error)
    case let error as StoreError: self.init(error.storeKitError)
    default: self = .unknown
    }
  }

  private init(_ error: StoreKitError) {
    self =
      switch error {
      case .userCancelled: .paymentCancelled
      case .networkError: .cloudServiceNetworkConnectionFailed
      case .notAvailableInStorefront: .storeProductNotAvailable
      case .notEntitled: .clientInvalid
      case .unsupported: .unsupportedPlatform
      case .unknown, .systemError: .unknown
      }
  }

  private init(_ error: Product.PurchaseError) {
    self =
      switch error {
      case .invalidQuantity: .paymentInvalid
      case .productUnavailable: .storeProductNotAvailable
      case .purchaseNotAllowed: .paymentNotAllowed
      case .ineligibleForOffer: .ineligibleForOffer
      case .invalidOfferIdentifier: .invalidOfferIdentifier
      case .invalidOfferPrice: .invalidOfferPrice
      case .invalidOfferSignature: .invalidSignature
      case .missingOfferParameters: .missingOfferParams
      }
  }
}
