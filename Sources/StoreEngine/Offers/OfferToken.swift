import AppStorePayloads
import Crypto
import Foundation
import StoreAPI

/// The purchase that a token about an offer must be for.
package struct ExpectedPurchase: Sendable {
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

/// The claims of every token about an offer.
protocol OfferClaims: Decodable, Sendable {
  /// `aud` of such a token.
  static var audience: String { get }
  /// The names of its claims, for a sentence.
  static var names: String { get }
  var iss: String { get }
  /// The time of the signature, in seconds since 1970.
  var iat: Double { get }
  var aud: String { get }
  var bid: String { get }
  var nonce: String { get }
  var productId: String { get }
}

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

  /// Checks that a token is about a purchase's product and app, and that it may be used now.
  ///
  /// - Throws: ``StoreAPI/StoreError/invalidOfferSignature(reason:)``.
  func verify(
    _ purchase: ExpectedPurchase, by key: P256.Signing.PublicKey?, at wall: Date
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
    guard claims.bid == purchase.bundleID else {
      throw .invalidOfferSignature(
        reason: "it is for the app '\(claims.bid)', not '\(purchase.bundleID)'")
    }
    guard claims.productId == purchase.productID else {
      throw .invalidOfferSignature(
        reason: "it is for the product '\(claims.productId)', not '\(purchase.productID)'")
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
