/// A value that a store signed, and whether the signature can be trusted.
@frozen
public enum VerificationResult<SignedType> {
  /// The value was decoded, but must not be trusted, for this reason.
  case unverified(SignedType, VerificationError)
  /// The store signed the value for this app and this device.
  case verified(SignedType)

  /// The reason why a signature cannot be trusted.
  ///
  /// Apple may add cases, so a switch outside this package needs an `@unknown default`.
  @nonexhaustive
  public enum VerificationError: Error, Equatable, Hashable, Sendable {
    /// A certificate was revoked; this module does not check that.
    case revokedCertificate
    /// The certificates do not lead to the store's root.
    case invalidCertificateChain
    /// The value was signed for another device.
    case invalidDeviceVerification
    /// The signed data is malformed.
    case invalidEncoding
    /// The signature does not match the value.
    case invalidSignature
    /// A required property is missing, or the value was signed for another app.
    case missingRequiredProperties
  }

  /// The value, if it can be trusted.
  ///
  /// - Throws: The ``VerificationError`` if it cannot be trusted.
  public var payloadValue: SignedType {
    get throws {
      switch self {
      case .verified(let value): return value
      case .unverified(_, let error): throw error
      }
    }
  }

  /// The value, whether or not it can be trusted.
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
  /// A sentence that describes the error, in English.
  public var errorDescription: String? {
    switch self {
    case .revokedCertificate: "A certificate of the store was revoked."
    case .invalidCertificateChain: "The certificates do not lead to the store's root."
    case .invalidDeviceVerification: "This was not signed for this device."
    case .invalidEncoding: "The signed data is malformed."
    case .invalidSignature: "The signature does not match the data."
    case .missingRequiredProperties:
      "A required property is missing, or this was signed for another app."
    }
  }
}
