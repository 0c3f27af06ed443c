import Contest
import Crypto
import Foundation
import StoreAPI

/// What it costs to trust a transaction when its chain is known.
enum Verification {
  static func run(_ scene: Scene) async throws {
    guard let jws = try await scene.backend.holdings().value.latest.first else {
      preconditionFailure("the customer has a car")
    }
    let verifier = SignedDataVerifier(
      rootCertificate: scene.registration.rootCertificate,
      bundleID: scene.registration.bundleID, device: scene.registration.device.verificationID.uuid)
    let bare = try Bare()

    try await Contest(
      name: "verify a signed transaction, chain known", reference: "a bare P-256 verification",
      measure: .speed, aim: 0.9
    ).run {
      try await timed(50) {
        guard case .verified = try await verifier.verify(jws, as: TransactionPayload.self) else {
          preconditionFailure("the store's own signature holds")
        }
      }
    } against: {
      await timed(50) { precondition(bare.holds) }
    }
  }
}

/// A signature, its key and the digest that was signed, all in memory.
private struct Bare {
  private let digest = SHA256.hash(data: Data("a transaction".utf8))
  private let key: P256.Signing.PublicKey
  private let signature: P256.Signing.ECDSASignature

  init() throws {
    let privateKey = P256.Signing.PrivateKey()
    key = privateKey.publicKey
    signature = try privateKey.signature(for: digest)
  }

  var holds: Bool { key.isValidSignature(signature, for: digest) }
}
