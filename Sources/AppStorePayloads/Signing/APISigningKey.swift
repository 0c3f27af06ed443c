package import Crypto
package import Foundation

/// The private half of an API key, with which an app's server signs the tokens of its requests.
package struct APISigningKey: Sendable {
  /// The time for which a token is valid, in seconds.
  package static let lifetime: TimeInterval = 20 * 60

  private let keyID: String
  private let key: P256.Signing.PrivateKey
  private let issuerID: String
  private let bundleID: String

  /// - Parameters:
  ///   - keyID: The ID of the key in the store.
  ///   - key: The private key.
  ///   - issuerID: The issuer ID of the store.
  ///   - bundleID: The app.
  package init(keyID: String, key: P256.Signing.PrivateKey, issuerID: String, bundleID: String) {
    self.keyID = keyID
    self.key = key
    self.issuerID = issuerID
    self.bundleID = bundleID
  }

  /// Creates a signing key from the PEM text of a `.p8` file.
  ///
  /// - Throws: `CryptoKitASN1Error` if the text is not a private key.
  package init(keyID: String, pem: String, issuerID: String, bundleID: String) throws {
    self.init(
      keyID: keyID, key: try P256.Signing.PrivateKey(pemRepresentation: pem), issuerID: issuerID,
      bundleID: bundleID)
  }

  /// Returns a token for the `Authorization` header.
  ///
  /// The token is valid for ``lifetime``.
  ///
  /// Source: "Generating JSON Web Tokens for API requests".
  ///
  /// - Parameter date: The time of the machine's clock.
  /// - Returns: The token.
  /// - Throws: If the key cannot sign.
  package func token(at date: Date) throws -> String {
    let issued = Int64(clamping: date.timeIntervalSince1970)
    let claims = APITokenPayload(
      iss: issuerID, iat: issued, exp: issued + Int64(Self.lifetime), bid: bundleID)
    return try key.compactJWS(claims, keyID: keyID)
  }
}

/// The claims of a token.
private struct APITokenPayload: Encodable {
  let iss: String
  let iat: Int64
  let exp: Int64
  var aud = "appstoreconnect-v1"
  let bid: String
}
