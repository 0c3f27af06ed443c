import Foundation
import OpenStoreKit

extension Notice {
  /// The reason of a failure, as the end of a sentence: the only place that words errors.
  package static func reason(_ error: any Error) -> String {
    switch error {
    case StoreKitError.networkError: "the store cannot be reached"
    case StoreKitError.notAvailableInStorefront: "it is not for sale in your storefront"
    case Product.PurchaseError.invalidQuantity: "this quantity cannot be bought at once"
    case Product.PurchaseError.productUnavailable: "it is no longer for sale"
    case Product.PurchaseError.purchaseNotAllowed: "purchases are not allowed on this device"
    case Product.PurchaseError.ineligibleForOffer: "you cannot have this offer"
    case Product.PurchaseError.invalidOfferIdentifier: "this offer no longer exists"
    default: sentenceEnd(error.localizedDescription)
    }
  }

  private static func sentenceEnd(_ sentence: String) -> String {
    let text = sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
    guard let first = text.first, text.dropFirst().first?.isUppercase == false else { return text }
    return first.lowercased() + text.dropFirst()
  }
}
