import AppStorePayloads
package import Crypto
package import Foundation
package import StoreAPI

/// An app server's signed decision about a customer and an introductory offer: a compact JWS.
///
/// Nothing in it is verified until ``isAllowed(_:by:at:)`` returns. Source: "Generating JWS to sign
/// App Store requests" and `introductoryOfferEligibility(compactJWS:)` in StoreKit.
package struct OfferEligibilityToken: Sendable {
  /// The ID of the key that is said to have signed it.
  package var keyID: String { token.keyID }
  /// The transaction, or the app transaction, by which the token names the customer.
  package var customerID: String { token.claims.transactionId }
  /// The nonce and the date of the signature.
  package var nonce: SignedNonce { token.nonce }
  private let token: OfferToken<Claims>

  /// The payload of the token.
  private struct Claims: OfferClaims {
    static let audience = "introductory-offer-eligibility"
    static let names =
      "iss, iat, aud, bid, nonce, productId, allowIntroductoryOffer and transactionId"

    let iss: String
    let iat: Double
    let aud: String
    let bid: String
    let nonce: String
    let productId: String
    let allowIntroductoryOffer: Bool
    let transactionId: String
  }

  /// Parses a token.
  ///
  /// - Throws: ``StoreAPI/StoreError/invalidOfferSignature(reason:)`` if it is not a compact JWS with
  ///   ES256, a `kid` and all claims.
  package init(_ text: String) throws(StoreError) { token = try OfferToken(text) }
}

extension OfferEligibilityToken {
  /// Returns whether the app's server gives the customer the introductory offer of a purchase.
  ///
  /// - Parameters:
  ///   - purchase: The purchase.
  ///   - key: The offer key with the ID ``keyID``; `nil` if the store has none.
  ///   - wall: The time of the machine's clock, because the app's server knows no other.
  /// - Returns: Its decision.
  /// - Throws: ``StoreAPI/StoreError/invalidOfferSignature(reason:)`` if the key has not signed the
  ///   token, if the token is older than 24 hours or from the future, or about another purchase.
  package func isAllowed(
    _ purchase: ExpectedPurchase, by key: P256.Signing.PublicKey?, at wall: Date
  ) throws(StoreError) -> Bool {
    try token.verify(purchase, by: key, at: wall)
    guard purchase.customerIDs.contains(customerID) else { throw .foreignOffer(customerID) }
    return token.claims.allowIntroductoryOffer
  }
}

extension StoreError {
  /// A token names a customer other than the one who buys.
  static func foreignOffer(_ customerID: String) -> StoreError {
    .invalidOfferSignature(reason: "this customer has no transaction '\(customerID)'")
  }
}
