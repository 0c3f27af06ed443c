import AppStorePayloads
import Comparison
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
    let bare = try BareKey()

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
      bare.verify(50) / 50
    }
  }
}
