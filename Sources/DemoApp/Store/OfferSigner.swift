package import OpenStoreKit

/// Gives promotional offers to customers, as the app's server does: it signs them.
package protocol OfferSigner: Sendable {
  /// Returns the signature with which the customer of this device may have an offer once.
  ///
  /// - Throws: If the server cannot sign.
  func signature(
    for offerID: String, of productID: Product.ID
  ) async throws -> Product.SubscriptionOffer.Signature
}
