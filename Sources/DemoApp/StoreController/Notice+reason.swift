import Foundation
import OpenStoreKit

extension Notice {
  /// Why something failed, as the end of a sentence: the one place where errors become words.
  package static func reason(_ error: any Error) -> String {
    switch error {
    case StoreKitError.networkError: "the store cannot be reached"
    case StoreKitError.notAvailableInStorefront: "it is not sold in your storefront"
    case Product.PurchaseError.invalidQuantity: "this many cannot be bought at once"
    case Product.PurchaseError.productUnavailable: "it is not for sale any more"
    case Product.PurchaseError.purchaseNotAllowed: "purchases are not allowed on this device"
    case Product.PurchaseError.ineligibleForOffer: "this offer is not for you"
    case Product.PurchaseError.invalidOfferIdentifier: "this offer does not exist any more"
    default: sentenceEnd(error.localizedDescription)
    }
  }

  private static func sentenceEnd(_ sentence: String) -> String {
    let text = sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
    guard let first = text.first, text.dropFirst().first?.isUppercase == false else { return text }
    return first.lowercased() + text.dropFirst()
  }
}
