import AppStorePayloads

/// A payload that the store sent, and the result of its verification.
struct Signed<Payload: Sendable>: Sendable {
  let jws: String
  let payload: Payload
  /// The reason why the payload cannot be trusted; `nil` if it is verified.
  let error: SignatureError?

  var isVerified: Bool { error == nil }

  /// The signed JSON; empty if the JWS is malformed.
  var payloadData: Data { parts?.payload ?? Data() }

  /// The parts of the JWS; `nil` if it is malformed.
  var parts: JWS? { try? JWS(jws) }

  /// Returns StoreKit's result for this payload.
  func result<Value>(_ value: (Self) -> Value) -> VerificationResult<Value> {
    if let error { .unverified(value(self), .init(error)) } else { .verified(value(self)) }
  }
}

extension Signed {
  init(jws: String, _ data: SignedData<Payload>) {
    switch data {
    case .verified(let payload): self.init(jws: jws, payload: payload, error: nil)
    case .unverified(let payload, let error): self.init(jws: jws, payload: payload, error: error)
    }
  }
}

extension Signed: Equatable where Payload: Equatable {}

extension VerificationResult.VerificationError {
  /// Maps each signature error to one of StoreKit's six cases.
  init(_ error: SignatureError) {
    self =
      switch error {
      case .oversized, .malformed, .payloadUnreadable, .criticalHeader: .invalidEncoding
      case .wrongAlgorithm, .signatureMismatch, .wrongKey: .invalidSignature
      case .wrongCertificateCount, .certificateUnreadable, .untrustedRoot, .markerMissing,
        .issuerNotAuthority, .leafIsAuthority, .outsideValidity, .chainInvalid:
        .invalidCertificateChain
      case .wrongBundle, .wrongEnvironment: .missingRequiredProperties
      case .deviceVerificationMissing, .wrongDevice: .invalidDeviceVerification
      }
  }
}

extension UUID {
  /// The UUID of zeros, for a payload that is not bound to a device.
  static let zero = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}
