package import AppStorePayloads
import Foundation
import StoreEngine

/// Makes forged and correctly signed tokens from a store's tokens.
package struct Forger: Sendable {
  /// The defect of a forged token.
  ///
  /// Its payload can be decoded.
  package enum Way: Sendable, CaseIterable {
    /// Another payload with the store's header and signature.
    case altered
    /// Signed with a certificate chain that has another root.
    case foreignRoot
    /// Signed by the store, for another device.
    case otherDevice
    /// Signed by the store, for no device.
    case noDevice
    /// Signed by the store, for another app.
    case otherApp
    /// Signed by the store, in production.
    case otherEnvironment
    /// Without a signature.
    case unsigned
    /// With a header that is not JSON.
    case brokenHeader
  }

  private let store: PayloadSigner
  private let own: PayloadSigner

  /// Uses the signing keys of a test's store.
  package init(_ fixture: StoreFixture) throws {
    store = try AuthorityFolder(url: fixture.folder.appending(path: "authority")).open()
    own = try CertificateAuthority.make().signer()
  }

  /// Makes a token with another payload and a defect.
  package func forge(
    _ token: String, _ way: Way = .altered, change: (inout TransactionPayload) -> Void = { _ in }
  ) throws -> String {
    var payload = try TransactionPayload.decoded(from: token)
    change(&payload)
    payload.price += way == .altered ? 1 : 0
    switch way {
    case .altered: return try splice(payload, into: token)
    case .foreignRoot: return try own.sign(payload)
    case .otherDevice: bind(&payload, to: UUID())
    case .noDevice: (payload.deviceVerification, payload.deviceVerificationNonce) = (nil, nil)
    case .otherApp: payload.bundleId = "com.example.other"
    case .otherEnvironment: payload.environment = .production
    case .unsigned: return try splice(payload, into: token).replacing(/[^.]*$/, with: "")
    case .brokenHeader: return "bm9uZQ" + (try splice(payload, into: token).drop { $0 != "." })
    }
    return try store.sign(payload)
  }

  /// Makes renewal info with another payload and the old signature.
  package func forgeRenewalInfo(
    _ token: String, change: (inout RenewalInfoPayload) -> Void
  ) throws -> String {
    var payload = try RenewalInfoPayload.decoded(from: token)
    change(&payload)
    return try splice(payload, into: token)
  }

  /// Makes a token with another payload, correctly signed for the same device.
  package func sign(
    as token: String, change: (inout TransactionPayload) -> Void
  ) throws -> String {
    var payload = try TransactionPayload.decoded(from: token)
    change(&payload)
    return try store.sign(payload)
  }

  private func bind(_ payload: inout TransactionPayload, to device: UUID) {
    let nonce = payload.deviceVerificationNonce?.uuid ?? UUID()
    payload.deviceVerification = DeviceVerification.hash(nonce: nonce, device: device)
  }

  private func splice(_ payload: some Encodable, into token: String) throws -> String {
    let body = try JSONEncoder.payload.encode(payload).base64URLEncoded
    return token.replacing(/\.([^.]*)\./, with: ".\(String(decoding: body, as: UTF8.self)).")
  }
}
