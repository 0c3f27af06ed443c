import AppStorePayloads
package import Crypto
package import Foundation
package import StoreAPI

/// An app server's signed promotional offer: a compact JWS.
///
/// Nothing in it is verified until ``verify(offer:of:by:at:)`` returns. Source: "Generating JWS to sign App
/// Store requests" and `promotionalOffer(_:compactJWS:)` in StoreKit.
package struct PromotionalOfferToken: Sendable {
  /// The ID of the key that allegedly signed it.
  package var keyID: String { token.keyID }
  /// The transaction, or the app transaction, by which the token names the customer; `nil` if the
  /// token is for any customer.
  package var customerID: String? { token.claims.transactionId }
  /// The nonce and the date of the signature.
  package var nonce: SignedNonce { token.nonce }
  private let token: OfferToken<Claims>

  /// The payload of the token.
  private struct Claims: OfferClaims {
    static let audience = "promotional-offer"
    static let names = "iss, iat, aud, bid, nonce, productId and offerIdentifier"

    let iss: String
    let iat: Double
    let aud: String
    let bid: String
    let nonce: String
    let productId: String
    let offerIdentifier: String
    let transactionId: String?
  }

  /// Parses a token.
  ///
  /// - Throws: ``StoreAPI/StoreError/invalidOfferSignature(reason:)`` if it is not a compact JWS with
  ///   ES256, a `kid` and all claims.
  package init(_ text: String) throws(StoreError) { token = try OfferToken(text) }

  /// Checks that the app's server has granted the customer the offer of a purchase.
  ///
  /// - Parameters:
  ///   - id: The offer's ID.
  ///   - purchase: The purchase.
  ///   - key: The offer key with the ID ``keyID``; `nil` if the store has none.
  ///   - wall: The time of the machine's clock, because the app's server knows no other.
  /// - Throws: ``StoreAPI/StoreError/invalidOfferSignature(reason:)`` if the key has not signed the
  ///   token, or if the token is older than 24 hours, from the future, or for another purchase.
  package func verify(
    offer id: String, of purchase: ExpectedPurchase, by key: P256.Signing.PublicKey?, at wall: Date
  ) throws(StoreError) {
    try token.verify(purchase, by: key, at: wall)
    guard token.claims.offerIdentifier == id else {
      throw .invalidOfferSignature(
        reason: "it is for the offer '\(token.claims.offerIdentifier)', not '\(id)'")
    }
    guard let customerID else { return }
    guard purchase.customerIDs.contains(customerID) else { throw .foreignOffer(customerID) }
  }
}
