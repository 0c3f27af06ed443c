import SwiftASN1

/// The signature of an app receipt, and the identifier of its signer.
///
/// Source: `SignerInfo` in RFC 5652, section 5.3.
struct SignerInfo: Sendable {
  /// ``SignerIdentifier/der(of:)`` of the signer's certificate.
  let identifier: ArraySlice<UInt8>
  /// ECDSA, in DER.
  let signature: ArraySlice<UInt8>
}

extension SignerInfo {
  /// - Throws: ``ReceiptError/wrongContainerVersion(_:)``, ``ReceiptError/wrongDigestAlgorithm``,
  ///   ``ReceiptError/signedAttributes``, ``ReceiptError/wrongSignatureAlgorithm``, and errors of
  ///   the ASN.1 library if the node has another structure.
  init(_ node: ASN1Node) throws {
    self = try DER.sequence(node, identifier: .sequence) { nodes in
      try SignedReceipt.checkVersion(Int(derEncoded: &nodes))
      let identifier = nodes.next()?.encodedBytes
      guard nodes.next()?.encodedBytes == PKCS7.sha256 else {
        throw ReceiptError.wrongDigestAlgorithm
      }
      let algorithm = nodes.next()
      guard algorithm?.identifier == .sequence else { throw ReceiptError.signedAttributes }
      guard algorithm?.encodedBytes == PKCS7.ecdsaWithSHA256 else {
        throw ReceiptError.wrongSignatureAlgorithm
      }
      let signature = try ASN1OctetString(derEncoded: &nodes)
      return SignerInfo(identifier: identifier ?? [], signature: signature.bytes)
    }
  }

  /// Writes the structure that ``init(_:)`` reads.
  func serialize(into coder: inout DER.Serializer) throws {
    try coder.appendConstructedNode(identifier: .sequence) { coder in
      try coder.serialize(PKCS7.version)
      coder.serializeRawBytes(identifier)
      coder.serializeRawBytes(PKCS7.sha256)
      coder.serializeRawBytes(PKCS7.ecdsaWithSHA256)
      try coder.serialize(ASN1OctetString(contentBytes: signature))
    }
  }
}
