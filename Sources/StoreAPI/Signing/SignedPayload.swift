package import Foundation

/// What a store signs, as far as a verifier must understand it.
package protocol SignedPayload: Codable, Sendable {
  /// When it was signed; the certificates must have been valid then.
  var signedDate: Date { get set }
  /// The app that it was signed for; `nil` where the payload has no such field.
  var signedBundleID: String? { get }
  var environment: StoreEnvironment { get }
  /// ``DeviceVerification/hash(nonce:device:)`` of the device that it was signed for.
  var deviceVerification: Data? { get set }
  var deviceVerificationNonce: LowercaseUUID? { get set }
}

extension SignedPayload {
  /// What it says apart from when and for which device it was signed.
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
  /// `nil`: renewal info names no app.
  package var signedBundleID: String? { nil }
}
