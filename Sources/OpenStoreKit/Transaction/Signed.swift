import StoreAPI

/// A payload as the store sent it, with what the verifier said about it.
struct Signed<Payload: Sendable>: Sendable {
  let jws: String
  let payload: Payload
  /// Why it cannot be trusted; `nil` when it can.
  let fault: SignatureFault?

  var isVerified: Bool { fault == nil }

  /// The JSON that was signed; empty where the JWS is not one.
  var payloadData: Data { parts?.payload ?? Data() }

  /// The parts of the JWS; `nil` where it is not one.
  var parts: JWS? { try? JWS(jws) }

  init(jws: String, _ data: SignedData<Payload>) {
    switch data {
    case .verified(let payload): self.init(jws: jws, payload: payload, fault: nil)
    case .unverified(let payload, let fault): self.init(jws: jws, payload: payload, fault: fault)
    }
  }

  init(jws: String, payload: Payload, fault: SignatureFault?) {
    self.jws = jws
    self.payload = payload
    self.fault = fault
  }

  /// This payload as StoreKit hands it out.
  func result<Value>(_ value: (Self) -> Value) -> VerificationResult<Value> {
    if let fault { .unverified(value(self), .init(fault)) } else { .verified(value(self)) }
  }
}

extension Signed: Equatable where Payload: Equatable {}

extension VerificationResult.VerificationError {
  /// The one table from kinds of forgery to StoreKit's six.
  init(_ fault: SignatureFault) {
    self =
      switch fault {
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
  /// The UUID of zeros, where a payload is bound to no device.
  static let zero = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}
