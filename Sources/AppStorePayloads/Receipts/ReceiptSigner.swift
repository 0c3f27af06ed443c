import Crypto
import Foundation
import SwiftASN1
import X509

/// Signs app receipts as the App Store does: PKCS#7 signed data in DER, with all three certificates.
///
/// The signature is ECDSA with SHA-256 over the contents, without signed attributes: the time of
/// signing is ``ReceiptPayload/creationDate``.
struct ReceiptSigner: Sendable {
  private let privateKey: P256.Signing.PrivateKey
  /// In DER's order of a set.
  private let certificates: [ArraySlice<UInt8>]
  private let identifier: ArraySlice<UInt8>

  /// - Parameters:
  ///   - privateKey: The leaf's key.
  ///   - leaf: The certificate of that key.
  ///   - chain: DER certificates: leaf, intermediate, root.
  /// - Throws: ``SignatureError/certificateUnreadable(_:)`` if the leaf's issuer and serial number
  ///   cannot be encoded, which is not expected.
  init(
    privateKey: P256.Signing.PrivateKey, leaf: Certificate, chain: [Data]
  ) throws(SignatureError) {
    guard let identifier = try? SignerIdentifier.der(of: leaf) else {
      throw .certificateUnreadable(.leaf)
    }
    self.privateKey = privateKey
    self.identifier = identifier
    certificates = chain.map { ArraySlice($0) }.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Returns the signed receipt.
  ///
  /// - Throws: If the key cannot sign, or errors of the ASN.1 library, which are not expected.
  func sign(_ payload: ReceiptPayload) throws -> Data {
    let contents = try payload.der()
    let signature = try privateKey.signature(for: contents).derRepresentation
    return try container(
      of: ArraySlice(contents),
      signer: SignerInfo(identifier: identifier, signature: ArraySlice(signature)))
  }

  /// Returns `ContentInfo`.
  private func container(of contents: ArraySlice<UInt8>, signer: SignerInfo) throws -> Data {
    var serializer = DER.Serializer()
    try serializer.appendConstructedNode(identifier: .sequence) { coder in
      try coder.serialize(PKCS7.signedData)
      try coder.serialize(explicitlyTaggedWithTagNumber: 0, tagClass: .contextSpecific) { coder in
        try coder.appendConstructedNode(identifier: .sequence) { coder in
          try write(contents, signer: signer, into: &coder)
        }
      }
    }
    return Data(serializer.serializedBytes)
  }

  /// Writes the fields of `SignedData`.
  private func write(
    _ contents: ArraySlice<UInt8>, signer: SignerInfo, into coder: inout DER.Serializer
  ) throws {
    try coder.serialize(PKCS7.version)
    coder.appendConstructedNode(identifier: .set) { $0.serializeRawBytes(PKCS7.sha256) }
    try coder.appendConstructedNode(identifier: .sequence) { coder in
      try coder.serialize(PKCS7.data)
      try coder.serialize(
        ASN1OctetString(contentBytes: contents), explicitlyTaggedWithTagNumber: 0,
        tagClass: .contextSpecific)
    }
    coder.appendConstructedNode(
      identifier: ASN1Identifier(tagWithNumber: 0, tagClass: .contextSpecific)
    ) { coder in
      for certificate in certificates { coder.serializeRawBytes(certificate) }
    }
    try coder.appendConstructedNode(identifier: .set) { try signer.serialize(into: &$0) }
  }
}
