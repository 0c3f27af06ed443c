package import Foundation

/// The fields of a signed payload that a verifier reads.
package protocol SignedPayload: Codable, Sendable {
  /// The time of signing, at which the certificates must be valid.
  var signedDate: Date { get set }
  /// The app that it was signed for; `nil` if the payload has no such field.
  var signedBundleID: String? { get }
  var environment: StoreEnvironment { get }
  /// ``DeviceVerification/hash(nonce:device:)`` of the device that it was signed for.
  var deviceVerification: Data? { get set }
  var deviceVerificationNonce: LowercaseUUID? { get set }
}

extension SignedPayload {
  /// The payload without the time of signing and the device, to compare two payloads.
  package var unsigned: Self {
    var copy = self
    copy.signedDate = .distantPast
    copy.deviceVerification = nil
    copy.deviceVerificationNonce = nil
    return copy
  }
}

extension TransactionPayload: SignedPayload {
  package var signedBundleID: String? { bundleId }
}

extension RenewalInfoPayload: SignedPayload {
  /// `nil`, because renewal info has no bundle ID.
  package var signedBundleID: String? { nil }
}
