package import Foundation

/// What a store signs, as far as a verifier must understand it.
package protocol SignedPayload: Codable, Sendable {
  /// When it was signed; the certificates must have been valid then.
  var signedDate: Date { get }
  /// The app that it was signed for; `nil` where the payload has no such field.
  var signedBundleID: String? { get }
  var environment: StoreEnvironment { get }
  /// ``DeviceVerification/hash(nonce:device:)`` of the device that it was signed for.
  var deviceVerification: Data? { get }
  var deviceVerificationNonce: LowercaseUUID? { get }

  /// Reads the members of the payload in their order; what is optional and nested may be left out.
  ///
  /// Throws ``CanonicalJSON/Unexpected``.
  init(_ json: inout CanonicalJSON) throws
}

extension SignedPayload {
  /// Reads the JSON the quick way; `nil` where it is not as ``PayloadSigner`` writes it, whatever
  /// else it may be.
  package static func canonical(_ json: Data) -> Self? {
    guard var json = try? CanonicalJSON(json), let payload = try? Self(&json),
      (try? json.end()) != nil
    else { return nil }
    return payload
  }
}

extension TransactionPayload: SignedPayload {
  package var signedBundleID: String? { bundleId }
}

extension RenewalInfoPayload: SignedPayload {
  /// `nil`: renewal info names no app.
  package var signedBundleID: String? { nil }
}
