import Crypto
import Foundation

extension P256.Signing.PrivateKey {
  /// Returns a compact JWS that is signed with ES256 and has the header of a JSON Web Token.
  ///
  /// Source: RFC 7515 and RFC 7519.
  ///
  /// - Parameters:
  ///   - claims: The payload.
  ///   - keyID: The `kid` of the header.
  /// - Returns: The token.
  /// - Throws: If the key cannot sign.
  func compactJWS(_ claims: some Encodable, keyID: String) throws -> String {
    let header = try JSONEncoder().encode(["alg": "ES256", "kid": keyID, "typ": "JWT"])
    let signed =
      header.base64URLEncoded + Data(".".utf8) + (try JSONEncoder().encode(claims)).base64URLEncoded
    let signature = try signature(for: signed).rawRepresentation.base64URLEncoded
    return String(decoding: signed + Data(".".utf8) + signature, as: UTF8.self)
  }
}
