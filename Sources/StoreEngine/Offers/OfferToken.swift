import AppStorePayloads
import Crypto
import Foundation
import StoreAPI

/// A compact JWS about an offer, which an app's server has signed.
///
/// Nothing in it is verified until ``verify(_:by:at:)`` returns. Source: "Generating JWS to sign
/// App Store requests" in StoreKit.
struct OfferToken<Claims: OfferClaims>: Sendable {
  /// The ID of the key that is said to have signed it.
  let keyID: String
  let claims: Claims
  private let jws: JWS

  /// Parses a token.
  ///
  /// - Throws: ``StoreAPI/StoreError/invalidOfferSignature(reason:)`` if it is not a compact JWS with
  ///   ES256, a `kid` and all claims.
  init(_ text: String) throws(StoreError) {
    guard let jws = try? JWS(text), let header = try? jws.header(as: OfferTokenHeader.self) else {
      throw .invalidOfferSignature(reason: "it is not a compact JWS with 'alg' and 'kid'")
    }
    guard header.alg == "ES256", header.crit == nil else {
      throw .invalidOfferSignature(reason: "it must be signed with ES256, without 'crit'")
    }
    guard let claims = try? jws.payload(as: Claims.self) else {
      throw .invalidOfferSignature(reason: "its payload must have \(Claims.names)")
    }
    self.jws = jws
    self.claims = claims
    keyID = header.kid
  }

  /// The nonce and the date of the signature.
  var nonce: SignedNonce {
    SignedNonce(
      OfferNonce(keyID: keyID, text: claims.nonce), at: Date(timeIntervalSince1970: claims.iat))
  }

  /// Checks that the app's server has signed the token for a purchase, and that it may be used now.
  ///
  /// - Parameters:
  ///   - purchase: The purchase.
  ///   - key: The offer key with the ID ``keyID``; `nil` if the store has none.
  ///   - wall: The time of the machine's clock, because the app's server knows no other.
  /// - Throws: ``StoreAPI/StoreError/invalidOfferSignature(reason:)`` if the key has not signed the
  ///   token, or if the token is older than 24 hours, from the future, or about another purchase.
  func verify(
    _ purchase: OfferPurchase, by key: P256.Signing.PublicKey?, at wall: Date
  ) throws(StoreError) {
    try checkSignature(key)
    try OfferLifetime.check(claims.iat, at: wall)
    guard claims.aud == Claims.audience else {
      throw .invalidOfferSignature(
        reason: "its 'aud' must be '\(Claims.audience)', not '\(claims.aud)'")
    }
    guard !claims.iss.isEmpty, !claims.nonce.isEmpty else {
      throw .invalidOfferSignature(reason: "its 'iss' and 'nonce' must not be empty")
    }
    try check("app", claims.bid, purchase.bundleID)
    try check("product", claims.productId, purchase.productID)
    try check("offer", claims.offerID ?? "", purchase.offerID ?? "")
    if let customerID = claims.customerID, !purchase.customerIDs.contains(customerID) {
      throw .invalidOfferSignature(reason: "this customer has no transaction '\(customerID)'")
    }
  }

  private func check(_ name: String, _ signed: String, _ expected: String) throws(StoreError) {
    guard signed == expected else {
      throw .invalidOfferSignature(reason: "it is for the \(name) '\(signed)', not '\(expected)'")
    }
  }

  private func checkSignature(_ key: P256.Signing.PublicKey?) throws(StoreError) {
    guard let key else { throw .unknownOfferKey(keyID) }
    let signed = jws.headerSegment + Data(".".utf8) + jws.payloadSegment
    guard
      let signature = try? P256.Signing.ECDSASignature(rawRepresentation: jws.signature),
      key.isValidSignature(signature, for: signed)
    else { throw .notSigned(byOfferKey: keyID) }
  }
}

/// The purchase that a token must be about.
struct OfferPurchase: Sendable {
  var productID: String
  /// `nil` for an introductory offer.
  var offerID: String?
  var bundleID: String
  /// The IDs of the customer's transactions and app transaction that a token may name.
  var customerIDs: Set<String>
}

private struct OfferTokenHeader: Decodable {
  let alg: String
  let kid: String
  let crit: [String]?
}

extension StoreError {
  static func unknownOfferKey(_ id: String) -> StoreError {
    .invalidOfferSignature(
      reason: "the store has no offer key '\(id)': create one with skdemo store offer-key create")
  }

  static func notSigned(byOfferKey id: String) -> StoreError {
    .invalidOfferSignature(reason: "it was not signed with the offer key '\(id)'")
  }
}
