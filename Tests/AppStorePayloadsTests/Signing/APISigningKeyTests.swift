import AppStorePayloads
import Crypto
import Foundation
import JWTKit
import Testing

/// Compares the tokens of an app's server with what jwt-kit reads.
@Suite struct APISigningKeyTests {
  @Test func `jwt-kit verifies a token, which has the claims of Apple's documentation`()
    async throws
  {
    let key = Crypto.P256.Signing.PrivateKey()
    let signer = try APISigningKey(
      keyID: "ABCDE23456", pem: key.pemRepresentation,
      issuerID: "99b16628-15e4-4668-972b-eeff55eeff55", bundleID: "com.example.skdemo")
    let keys = JWTKeyCollection()
    try await keys.add(ecdsa: ES256PublicKey(backing: key.publicKey), kid: "ABCDE23456")

    let token = try signer.token(at: Date(timeIntervalSince1970: 1_768_996_800.75))

    let claims = try await keys.verify(token, as: Claims.self)
    #expect(
      claims
        == Claims(
          iss: "99b16628-15e4-4668-972b-eeff55eeff55", iat: 1_768_996_800, exp: 1_768_998_000,
          aud: "appstoreconnect-v1", bid: "com.example.skdemo"))
    let header = try JWS(token).header(as: [String: String].self)
    #expect(header == ["alg": "ES256", "kid": "ABCDE23456", "typ": "JWT"])
  }

  @Test func `a text that is not a private key is refused`() {
    #expect(throws: (any Error).self) {
      try APISigningKey(keyID: "K", pem: "key", issuerID: "I", bundleID: "B")
    }
  }
}

private struct Claims: JWTPayload, Equatable {
  let iss: String
  let iat: Int
  let exp: Int
  let aud: String
  let bid: String

  func verify(using algorithm: some JWTAlgorithm) {}
}
