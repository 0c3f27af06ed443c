/// A value that a store signed, and whether the signature can be trusted.
@frozen
public enum VerificationResult<SignedType> {
  /// The value decodes, and must not be trusted for this reason.
  case unverified(SignedType, VerificationError)
  /// The store signed the value for this app and this device.
  case verified(SignedType)

  /// Why a signature cannot be trusted.
  public enum VerificationError: Error, Equatable, Hashable, Sendable {
    /// A certificate was revoked; never found by this module, which asks nobody about it.
    case revokedCertificate
    /// The certificates do not lead to the store's root.
    case invalidCertificateChain
    /// The value was signed for another device.
    case invalidDeviceVerification
    /// The value is not written as it must be.
    case invalidEncoding
    /// The signature is not one of this value.
    case invalidSignature
    /// Something that must be in the value is not in it, or is not this app's.
    case missingRequiredProperties
  }

  /// The value, if it can be trusted.
  ///
  /// - Throws: The ``VerificationError``, if it cannot.
  public var payloadValue: SignedType {
    get throws {
      switch self {
      case .verified(let value): return value
      case .unverified(_, let error): throw error
      }
    }
  }

  /// The value, whether it can be trusted or not.
  public var unsafePayloadValue: SignedType {
    switch self {
    case .verified(let value), .unverified(let value, _): value
    }
  }
}

extension VerificationResult: Equatable where SignedType: Equatable {}
extension VerificationResult: Hashable where SignedType: Hashable {}
extension VerificationResult: Sendable where SignedType: Sendable {}

extension VerificationResult: CustomDebugStringConvertible
where SignedType: CustomDebugStringConvertible {
  /// The value, and whether it can be trusted.
  public var debugDescription: String {
    switch self {
    case .verified(let value): "verified(\(value.debugDescription))"
    case .unverified(let value, let error): "unverified(\(value.debugDescription), \(error))"
    }
  }
}

extension VerificationResult.VerificationError: LocalizedError {
  /// What is wrong with the signature, in a sentence.
  public var errorDescription: String? {
    switch self {
    case .revokedCertificate: "A certificate of the store was revoked."
    case .invalidCertificateChain: "The certificates do not lead to the store's root."
    case .invalidDeviceVerification: "This was signed for another device."
    case .invalidEncoding: "This is not written as signed data must be."
    case .invalidSignature: "The signature does not fit."
    case .missingRequiredProperties: "This was not signed for this app, or not completely."
    }
  }
}
