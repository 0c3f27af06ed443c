/// A payload together with whether its signature holds.
package enum SignedData<Payload: Sendable>: Sendable {
  case verified(Payload)
  /// The payload says this, but nothing vouches for it.
  case unverified(Payload, SignatureFault)

  /// What was decoded, trusted or not.
  package var payload: Payload {
    switch self {
    case .verified(let payload), .unverified(let payload, _): payload
    }
  }
}

extension SignedData: Equatable where Payload: Equatable {}
extension SignedData: Hashable where Payload: Hashable {}
