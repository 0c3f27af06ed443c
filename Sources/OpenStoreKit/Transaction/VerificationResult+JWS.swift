public import Crypto
import StoreAPI

/// A value that was decoded from a JWS of the store.
private protocol DecodedFromJWS {
  var jws: String { get }
  var signedDate: Date { get }
  var deviceVerification: Data { get }
  var deviceVerificationNonce: UUID { get }
}

extension Transaction: DecodedFromJWS {
  fileprivate var jws: String { signed.jws }
}

extension Product.SubscriptionInfo.RenewalInfo: DecodedFromJWS {
  fileprivate var jws: String { signed.jws }
}

extension AppTransaction: DecodedFromJWS {
  fileprivate var jws: String { signed.jws }
}

extension DecodedFromJWS {
  fileprivate var parts: JWS? { try? JWS(jws) }

  fileprivate var headerData: Data {
    parts.flatMap { Data(base64URLEncoded: $0.headerSegment) } ?? Data()
  }

  fileprivate var signatureData: Data { parts?.signature ?? Data() }

  /// The bytes that the signature covers: everything before the last dot.
  fileprivate var signedData: Data {
    Data(jws.utf8.prefix(upTo: jws.utf8.lastIndex(of: UInt8(ascii: ".")) ?? jws.utf8.endIndex))
  }

  /// The token's signature; zeros if it has no P-256 signature, which a verified value always has.
  fileprivate var signature: P256.Signing.ECDSASignature {
    let signature = parts.flatMap {
      try? P256.Signing.ECDSASignature(rawRepresentation: $0.signature)
    }
    guard let signature = signature ?? .zeros else {
      preconditionFailure("64 bytes are a P-256 signature")
    }
    return signature
  }
}

extension P256.Signing.ECDSASignature {
  fileprivate static var zeros: Self? { try? Self(rawRepresentation: Data(count: 64)) }
}

extension VerificationResult where SignedType == Transaction {
  /// The token as it was received, which a server can verify again.
  public var jwsRepresentation: String { unsafePayloadValue.jws }
  /// The token's header, JSON.
  public var headerData: Data { unsafePayloadValue.headerData }
  /// The token's payload, JSON.
  public var payloadData: Data { unsafePayloadValue.jsonRepresentation }
  /// The token's signature, 64 bytes.
  public var signatureData: Data { unsafePayloadValue.signatureData }
  /// The bytes that the signature covers.
  public var signedData: Data { unsafePayloadValue.signedData }
  /// The token's signature.
  public var signature: P256.Signing.ECDSASignature { unsafePayloadValue.signature }
  /// The date on which the token was signed.
  public var signedDate: Date { unsafePayloadValue.signedDate }
  /// The hash that binds the token to one device.
  public var deviceVerification: Data { unsafePayloadValue.deviceVerification }
  /// The UUID that was hashed together with the device's ID into the device verification.
  public var deviceVerificationNonce: UUID { unsafePayloadValue.deviceVerificationNonce }
}

extension VerificationResult where SignedType == Product.SubscriptionInfo.RenewalInfo {
  /// The token as it was received, which a server can verify again.
  public var jwsRepresentation: String { unsafePayloadValue.jws }
  /// The token's header, JSON.
  public var headerData: Data { unsafePayloadValue.headerData }
  /// The token's payload, JSON.
  public var payloadData: Data { unsafePayloadValue.jsonRepresentation }
  /// The token's signature, 64 bytes.
  public var signatureData: Data { unsafePayloadValue.signatureData }
  /// The bytes that the signature covers.
  public var signedData: Data { unsafePayloadValue.signedData }
  /// The token's signature.
  public var signature: P256.Signing.ECDSASignature { unsafePayloadValue.signature }
  /// The date on which the token was signed.
  public var signedDate: Date { unsafePayloadValue.signedDate }
  /// The hash that binds the token to one device.
  public var deviceVerification: Data { unsafePayloadValue.deviceVerification }
  /// The UUID that was hashed together with the device's ID into the device verification.
  public var deviceVerificationNonce: UUID { unsafePayloadValue.deviceVerificationNonce }
}

extension VerificationResult where SignedType == AppTransaction {
  /// The token as it was received, which a server can verify again.
  public var jwsRepresentation: String { unsafePayloadValue.jws }
  /// The token's header, JSON.
  public var headerData: Data { unsafePayloadValue.headerData }
  /// The token's payload, JSON.
  public var payloadData: Data { unsafePayloadValue.jsonRepresentation }
  /// The token's signature, 64 bytes.
  public var signatureData: Data { unsafePayloadValue.signatureData }
  /// The bytes that the signature covers.
  public var signedData: Data { unsafePayloadValue.signedData }
  /// The token's signature.
  public var signature: P256.Signing.ECDSASignature { unsafePayloadValue.signature }
  /// The date on which the token was signed.
  public var signedDate: Date { unsafePayloadValue.signedDate }
  /// The hash that binds the token to one device.
  public var deviceVerification: Data { unsafePayloadValue.deviceVerification }
  /// The UUID that was hashed together with the device's ID into the device verification.
  public var deviceVerificationNonce: UUID { unsafePayloadValue.deviceVerificationNonce }
}
