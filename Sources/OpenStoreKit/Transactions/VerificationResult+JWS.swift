import AppStorePayloads
public import Crypto

extension Signed {
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
    let signatures = [signatureData, Data(count: 64)].lazy.compactMap {
      try? P256.Signing.ECDSASignature(rawRepresentation: $0)
    }
    guard let signature = signatures.first else {
      preconditionFailure("64 bytes are a P-256 signature")
    }
    return signature
  }
}

extension VerificationResult where SignedType == Transaction {
  /// The token as it was received, which a server can verify again.
  public var jwsRepresentation: String { unsafePayloadValue.signed.jws }
  /// The token's header, JSON.
  public var headerData: Data { unsafePayloadValue.signed.headerData }
  /// The token's payload, JSON.
  public var payloadData: Data { unsafePayloadValue.jsonRepresentation }
  /// The token's signature, 64 bytes.
  public var signatureData: Data { unsafePayloadValue.signed.signatureData }
  /// The bytes that the signature covers.
  public var signedData: Data { unsafePayloadValue.signed.signedData }
  /// The token's signature.
  public var signature: P256.Signing.ECDSASignature { unsafePayloadValue.signed.signature }
  /// The date on which the token was signed.
  public var signedDate: Date { unsafePayloadValue.signedDate }
  /// The hash that binds the token to one device.
  public var deviceVerification: Data { unsafePayloadValue.deviceVerification }
  /// The UUID that was hashed together with the device's ID into the device verification.
  public var deviceVerificationNonce: UUID { unsafePayloadValue.deviceVerificationNonce }
}

extension VerificationResult where SignedType == Product.SubscriptionInfo.RenewalInfo {
  /// The token as it was received, which a server can verify again.
  public var jwsRepresentation: String { unsafePayloadValue.signed.jws }
  /// The token's header, JSON.
  public var headerData: Data { unsafePayloadValue.signed.headerData }
  /// The token's payload, JSON.
  public var payloadData: Data { unsafePayloadValue.jsonRepresentation }
  /// The token's signature, 64 bytes.
  public var signatureData: Data { unsafePayloadValue.signed.signatureData }
  /// The bytes that the signature covers.
  public var signedData: Data { unsafePayloadValue.signed.signedData }
  /// The token's signature.
  public var signature: P256.Signing.ECDSASignature { unsafePayloadValue.signed.signature }
  /// The date on which the token was signed.
  public var signedDate: Date { unsafePayloadValue.signedDate }
  /// The hash that binds the token to one device.
  public var deviceVerification: Data { unsafePayloadValue.deviceVerification }
  /// The UUID that was hashed together with the device's ID into the device verification.
  public var deviceVerificationNonce: UUID { unsafePayloadValue.deviceVerificationNonce }
}

extension VerificationResult where SignedType == AppTransaction {
  /// The token as it was received, which a server can verify again.
  public var jwsRepresentation: String { unsafePayloadValue.signed.jws }
  /// The token's header, JSON.
  public var headerData: Data { unsafePayloadValue.signed.headerData }
  /// The token's payload, JSON.
  public var payloadData: Data { unsafePayloadValue.jsonRepresentation }
  /// The token's signature, 64 bytes.
  public var signatureData: Data { unsafePayloadValue.signed.signatureData }
  /// The bytes that the signature covers.
  public var signedData: Data { unsafePayloadValue.signed.signedData }
  /// The token's signature.
  public var signature: P256.Signing.ECDSASignature { unsafePayloadValue.signed.signature }
  /// The date on which the token was signed.
  public var signedDate: Date { unsafePayloadValue.signedDate }
  /// The hash that binds the token to one device.
  public var deviceVerification: Data { unsafePayloadValue.deviceVerification }
  /// The UUID that was hashed together with the device's ID into the device verification.
  public var deviceVerificationNonce: UUID { unsafePayloadValue.deviceVerificationNonce }
}
