import Foundation
package import StoreAPI

extension StoreError {
  /// The sentence for the customer of this process.
  var localSentence: String { sentence(in: .ofProcess()) }
}

// Maps the store's errors to StoreKit's errors. StoreAPI's types are not part of the public API: if
// StoreKit has no case, the message is in a `systemError`.
extension StoreError {
  /// The error that every call except a purchase throws.
  var storeKitError: StoreKitError {
    switch self {
    case .unavailable:
      .networkError(
        URLError(.cannotConnectToHost, userInfo: [NSLocalizedDescriptionKey: localSentence]))
    default: .systemError(SystemErrorReason(self))
    }
  }

  /// The error that a purchase throws.
  var purchaseError: any Error {
    switch self {
    case .unknownProduct: Product.PurchaseError.productUnavailable
    case .invalidQuantity: Product.PurchaseError.invalidQuantity
    case .unknownOffer: Product.PurchaseError.invalidOfferIdentifier
    case .ineligibleForOffer: Product.PurchaseError.ineligibleForOffer
    case .invalidOfferSignature: Product.PurchaseError.invalidOfferSignature
    case .invalidOfferPrice: Product.PurchaseError.invalidOfferPrice
    case .missingOfferParameter: Product.PurchaseError.missingOfferParameters
    default: storeKitError
    }
  }
}

/// The message of an error for which StoreKit has no case, with dates in the process's time zone.
package struct SystemErrorReason: LocalizedError, Hashable {
  package let errorDescription: String?
  /// The store's error; `nil` if it is another reason.
  package let error: StoreError?

  init(_ sentence: String) { (errorDescription, error) = (sentence, nil) }

  init(_ error: StoreError) { (errorDescription, self.error) = (error.localSentence, error) }
}
