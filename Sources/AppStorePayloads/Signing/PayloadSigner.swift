package import Crypto
package import Foundation

/// Signs payloads as the App Store does: compact JWS, ES256, with the certificates in the header, and
/// app receipts in PKCS#7.
package struct PayloadSigner: Sendable {
  /// The certificate that devices pin, in DER.
  package let rootCertificate: Data
  /// The time during which all certificates are valid; a payload signed outside it is not trusted.
  package let validity: Range<Date>
  /// SHA-256 of the leaf certificate, whose key signs: 32 bytes.
  package let certificateHash: Data
  private let privateKey: P256.Signing.PrivateKey
  private let headerSegment: Data
  private let prefix: SHA256
  private let receiptSigner: ReceiptSigner

  /// Creates a signer whose header is exactly `{"alg":"ES256","x5c":[leaf,intermediate,root]}`.
  ///
  /// - Parameters:
  ///   - privateKey: The leaf's key.
  ///   - chain: DER certificates: leaf, intermediate, root.
  /// - Throws: ``SignatureError/wrongCertificateCount(_:)``,
  ///   ``SignatureError/certificateUnreadable(_:)`` or ``SignatureError/chainInvalid`` unless the
  ///   chain is three DER certificates with a common validity; ``SignatureError/wrongKey`` if the
  ///   key does not belong to the leaf.
  package init(privateKey: P256.Signing.PrivateKey, chain: [Data]) throws(SignatureError) {
    let certificates = try CertificateChain(der: chain)
    let leafKey = try certificates.signingKey()
    guard leafKey.rawRepresentation == privateKey.publicKey.rawRepresentation else {
      throw .wrongKey
    }
    self.privateKey = privateKey
    rootCertificate = chain[SignatureError.Position.root.rawValue]
    validity = certificates.validity.lowerBound..<certificates.validity.upperBound
    certificateHash = Data(SHA256.hash(data: chain[SignatureError.Position.leaf.rawValue]))
    headerSegment = Self.header(chain).base64URLEncoded
    prefix = .prefix(of: headerSegment)
    receiptSigner = try ReceiptSigner(
      privateKey: privateKey, leaf: certificates.leaf, chain: chain)
  }

  /// Returns the payload as compact JWS, encoded by ``PlainEncoder``.
  ///
  /// - Throws: The encoder's errors.
  package func sign(_ payload: some Encodable) throws -> String {
    let body = try PlainEncoder.encode(payload).base64URLEncoded
    var digest = prefix
    digest.update(data: body)
    let signature = try privateKey.signature(for: digest.finalize()).rawRepresentation
      .base64URLEncoded
    let dot = UInt8(ascii: ".")
    var token = Data(capacity: headerSegment.count + body.count + signature.count + 2)
    token.append(headerSegment)
    token.append(dot)
    token.append(body)
    token.append(dot)
    token.append(signature)
    return String(decoding: token, as: UTF8.self)
  }

  /// Returns the receipt as PKCS#7 signed data in DER, which ``SignedReceipt`` reads.
  ///
  /// - Throws: If the key cannot sign, or errors of the ASN.1 library, which are not expected.
  package func sign(receipt: ReceiptPayload) throws -> Data {
    try receiptSigner.sign(receipt)
  }

  private static func header(_ chain: [Data]) -> Data {
    let certificates = chain.map { "\"\($0.base64EncodedString())\"" }.joined(separator: ",")
    return Data(#"{"alg":"ES256","x5c":[\#(certificates)]}"#.utf8)
  }
}
