package import Crypto
package import Foundation
package import StoreAPI

/// What an app's server has signed about a customer and an introductory offer: a compact JWS.
///
/// Nothing in it is verified until ``isAllowed(_:by:at:)`` returns. Source: "Generating JWS to sign
/// App Store requests" and `introductoryOfferEligibility(compactJWS:)` in StoreKit.
package struct OfferEligibilityToken: Sendable {
  /// `aud` of such a token.
  package static let audience = "introductory-offer-eligibility"
  /// How long after it was signed a token is accepted, in seconds.
  package static let lifetime: TimeInterval = 24 * 3600
  /// How far the clock of the app's server may be ahead, in seconds.
  package static let clockSkew: TimeInterval = 300

  /// The ID of the key that is said to have signed it.
  package let keyID: String
  /// The transaction, or the app transaction, by which the token names the customer.
  package var customerID: String { claims.transactionId }
  /// The nonce and the date of the signature.
  package var nonce: SignedNonce {
    SignedNonce(
      OfferNonce(keyID: keyID, text: claims.nonce), at: Date(timeIntervalSince1970: claims.iat))
  }
  private let claims: Claims
  private let jws: JWS

  /// The payload of the token.
  private struct Claims: Decodable {
    let iss: String
    /// In seconds since 1970.
    let iat: Double
    let aud: String
    let bid: String
    let nonce: String
    let productId: String
    let allowIntroductoryOffer: Bool
    let transactionId: String
  }

  private struct Header: Decodable {
    let alg: String
    let kid: String
    let crit: [String]?
  }

  /// Parses a token.
  ///
  /// - Throws: ``StoreAPI/StoreFault/invalidOfferSignature(_:)`` if it is not a compact JWS with
  ///   ES256, a `kid` and all claims.
  package init(_ text: String) throws(StoreFault) {
    guard let jws = try? JWS(text), let json = Data(base64URLEncoded: jws.headerSegment),
      let header = try? JSONDecoder().decode(Header.self, from: json)
    else { throw .invalidOfferSignature("it is not a compact JWS with 'alg' and 'kid'") }
    guard header.alg == "ES256", header.crit == nil else {
      throw .invalidOfferSignature("it must be signed with ES256, without 'crit'")
    }
    guard let claims = try? JSONDecoder().decode(Claims.self, from: jws.payload) else {
      throw .invalidOfferSignature(
        "its payload must have iss, iat, aud, bid, nonce, productId, allowIntroductoryOffer and "
          + "transactionId")
    }
    self.jws = jws
    self.claims = claims
    keyID = header.kid
  }
}

extension OfferEligibilityToken {
  /// The purchase that a token must be about.
  package struct Purchase: Sendable {
    package var productID: String
    package var bundleID: String
    /// The IDs of the customer's transactions and app transaction that a token may name.
    package var customerIDs: Set<String>

    package init(productID: String, bundleID: String, customerIDs: Set<String>) {
      self.productID = productID
      self.bundleID = bundleID
      self.customerIDs = customerIDs
    }
  }

  /// Returns whether the app's server gives the customer the introductory offer of a purchase.
  ///
  /// - Parameters:
  ///   - purchase: What is being bought.
  ///   - key: The offer key with the ID ``keyID``; `nil` if the store has none.
  ///   - wall: The time of the machine's clock, because the app's server knows no other.
  /// - Returns: Its decision.
  /// - Throws: ``StoreAPI/StoreFault/invalidOfferSignature(_:)`` if the key has not signed the token,
  ///   if the token is older than ``lifetime`` or of the future, or about another purchase.
  package func isAllowed(
    _ purchase: Purchase, by key: P256.Signing.PublicKey?, at wall: Date
  ) throws(StoreFault) -> Bool {
    try checkSignature(key)
    try checkTime(wall)
    guard claims.aud == Self.audience else {
      throw .invalidOfferSignature("its 'aud' must be '\(Self.audience)', not '\(claims.aud)'")
    }
    guard !claims.iss.isEmpty, !claims.nonce.isEmpty else {
      throw .invalidOfferSignature("its 'iss' and 'nonce' must not be empty")
    }
    guard claims.bid == purchase.bundleID else {
      throw .invalidOfferSignature("it is for the app '\(claims.bid)', not '\(purchase.bundleID)'")
    }
    guard claims.productId == purchase.productID else {
      throw .invalidOfferSignature(
        "it is for the product '\(claims.productId)', not '\(purchase.productID)'")
    }
    guard purchase.customerIDs.contains(customerID) else {
      throw .invalidOfferSignature("this customer has no transaction '\(customerID)'")
    }
    return claims.allowIntroductoryOffer
  }

  private func checkSignature(_ key: P256.Signing.PublicKey?) throws(StoreFault) {
    guard let key else {
      throw .invalidOfferSignature(
        "the store has no offer key '\(keyID)': skdemo store offer-key create makes one")
    }
    let signed = jws.headerSegment + Data(".".utf8) + jws.payloadSegment
    guard
      let signature = try? P256.Signing.ECDSASignature(rawRepresentation: jws.signature),
      key.isValidSignature(signature, for: signed)
    else { throw .invalidOfferSignature("the offer key '\(keyID)' has not signed it") }
  }

  private func checkTime(_ wall: Date) throws(StoreFault) {
    let age = wall.timeIntervalSince1970 - claims.iat
    guard age <= Self.lifetime else {
      throw .invalidOfferSignature("it was signed more than 24 hours ago: sign a new one")
    }
    guard age >= -Self.clockSkew else {
      throw .invalidOfferSignature("it was signed in the future: set the clock of the app's server")
    }
  }
}
