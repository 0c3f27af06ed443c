import AppStorePayloads
import Comparison
import Crypto
import Foundation
import StoreAPI

/// The cost of verifying a transaction whose certificate chain is known.
enum VerificationBenchmark {
  static func run(_ store: StoreWithHistory) async throws {
    guard let jws = try await store.backend.purchases().value.latest.first else {
      preconditionFailure("the customer has no transaction")
    }
    let verifier = SignedDataVerifier(
      rootCertificate: store.registration.rootCertificate,
      bundleID: store.registration.bundleID, device: store.registration.device.verificationID.uuid)
    let bare = try BareSignature()

    try await Comparison(
      name: "verify a signed transaction, chain known", reference: "a bare P-256 verification",
      measure: .speed, aim: 0.8
    ).run {
      try await timed(50) {
        guard case .verified = try await verifier.verify(jws, as: TransactionPayload.self) else {
          preconditionFailure("the store's signature is not valid")
        }
      }
    } against: {
      await timed(50) { precondition(bare.isValid) }
    }
  }
}

/// A signature with its key and digest, in memory.
private struct BareSignature {
  private let digest = SHA256.hash(data: Data("a transaction".utf8))
  private let key: P256.Signing.PublicKey
  private let signature: P256.Signing.ECDSASignature

  init() throws {
    let privateKey = P256.Signing.PrivateKey()
    key = privateKey.publicKey
    signature = try privateKey.signature(for: digest)
  }

  var isValid: Bool { key.isValidSignature(signature, for: digest) }
}
