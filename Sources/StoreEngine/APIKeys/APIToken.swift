import AppStorePayloads
import AppStoreServerAPI
import Crypto
import Foundation

/// A token in a request of an app's server: a compact JWS.
///
/// Nothing in it is verified until ``caller(signedBy:issuer:at:)`` returns. Source: "Generating JSON Web
/// Tokens for API requests" in the documentation of the App Store Server API.
struct APIToken: Sendable {
  /// `aud` of every such token.
  static let audience = "appstoreconnect-v1"

  /// The ID of the key that the token claims as its signer.
  let keyID: String
  private let jws: JWS

  /// Parses a token and its header.
  ///
  /// `typ` may be absent: RFC 7519 does not require it, but any value other than `JWT` is refused.
  ///
  /// - Throws: `InvalidTokenError` unless it is a compact JWS with ES256, a `kid`, and no extension that
  ///   a reader must understand.
  init(_ text: String) throws(InvalidTokenError) {
    jws = try JWS(ofToken: text)
    let header = try APITokenFields("header", Data(base64URLEncoded: jws.headerSegment))
    try header.check("alg", is: "ES256")
    if header.has("typ") { try header.check("typ", is: "JWT") }
    guard !header.has("crit") else {
      throw InvalidTokenError("its header requires an extension by 'crit': none is supported")
    }
    keyID = try header.text("kid")
  }

  /// Checks the token, and returns the caller that signed it.
  ///
  /// The app that it names need not be the store's.
  ///
  /// - Parameters:
  ///   - key: The store's key with the ID ``keyID``; `nil` if the store has no such key.
  ///   - issuer: The store's issuer ID.
  ///   - wall: The time of the machine's clock, because the app's server knows no other clock.
  ///   - isVerified: Whether the key is known to have signed this token.
  /// - Returns: The ID of the key and the app.
  /// - Throws: `InvalidTokenError` if the key did not sign the token or was revoked, if a claim is
  ///   missing or has the wrong value, or if the token is not valid now.
  func caller(
    signedBy key: APIKey?, issuer: LowercaseUUID, at wall: Date, isVerified: Bool = false
  ) throws(InvalidTokenError) -> APICaller {
    let key = try valid(key)
    if !isVerified { try checkSignature(key) }
    let claims = try APITokenFields("payload", jws.payload)
    try claims.check("iss", is: issuer.description)
    try claims.check("aud", is: Self.audience)
    let bundleID = try claims.text("bid")
    try APITokenLifetime(claims).check(at: wall)
    return APICaller(keyID: keyID, bundleID: bundleID)
  }

  /// Returns the key, if it exists and was not revoked.
  private func valid(_ key: APIKey?) throws(InvalidTokenError) -> APIKey {
    guard let key else { throw unknownKey }
    guard key.revocationDate == nil else {
      throw InvalidTokenError("the API key \(keyID.quoted) was revoked")
    }
    return key
  }

  private var unknownKey: InvalidTokenError {
    InvalidTokenError(
      "the store has no API key \(keyID.quoted): create one with skdemo store api-key create")
  }

  private func checkSignature(_ key: APIKey) throws(InvalidTokenError) {
    guard let verifier = key.verifier else { throw unknownKey }
    // A signature in DER, which many libraries make by default, has another length.
    guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: jws.signature) else {
      throw InvalidTokenError(
        "its signature has \(jws.signature.count) bytes: r and s of ES256 have 64, and are not in DER"
      )
    }
    let signed = jws.headerSegment + Data(".".utf8) + jws.payloadSegment
    guard verifier.isValidSignature(signature, for: signed) else {
      throw InvalidTokenError("it was not signed with the API key \(keyID.quoted)")
    }
  }
}

extension JWS {
  /// Parses the three parts of a token of the API.
  fileprivate init(ofToken text: String) throws(InvalidTokenError) {
    do throws(SignatureError) {
      self = try JWS(text)
    } catch {
      throw InvalidTokenError(error.reason)
    }
  }
}

extension SignatureError {
  /// The reason why a text is not a token of the API.
  fileprivate var reason: String {
    switch self {
    case .oversized(let bytes): "it has \(bytes) bytes: the limit is \(JWS.sizeLimit)"
    case .malformed(.token): "it is not three parts that are separated by dots"
    case .malformed(let part): "its \(part.rawValue) is not base64url without padding"
    default: description
    }
  }
}
