/// A payload and whether its signature was verified.
package enum SignedData<Payload: Sendable>: Sendable {
  case verified(Payload)
  /// The payload cannot be trusted, for this reason.
  case unverified(Payload, SignatureError)

  /// The decoded payload, whether or not it was verified.
  package var payload: Payload {
    switch self {
    case .verified(let payload), .unverified(let payload, _): payload
    }
  }
}

extension SignedData: Equatable where Payload: Equatable {}
extension SignedData: Hashable where Payload: Hashable {}
