package import Foundation
import SwiftASN1

/// An app receipt as it is stored on a device: PKCS#7 signed data, in DER.
///
/// Nothing in it is verified; ``verified(by:)`` does that.
package struct SignedReceipt: Sendable {
  /// The maximum size of a receipt in bytes, enough for 3 000 purchases; a larger one is refused before
  /// anything in it is read.
  package static let sizeLimit = 1024 * 1024

  /// The DER of the contents, which the signature covers.
  let contents: ArraySlice<UInt8>
  /// The certificates, in DER, in any order.
  let certificates: [ArraySlice<UInt8>]
  let signer: SignerInfo

  /// Parses a receipt.
  ///
  /// - Throws: ``ReceiptError/oversized(bytes:)``, ``ReceiptError/malformed(_:)`` with
  ///   ``ReceiptError/Part/container``, ``ReceiptError/wrongContentType``,
  ///   ``ReceiptError/contentMissing``, ``ReceiptError/wrongContainerVersion(_:)``,
  ///   ``ReceiptError/wrongSignerCount(_:)``, ``ReceiptError/wrongDigestAlgorithm``,
  ///   ``ReceiptError/wrongSignatureAlgorithm`` and ``ReceiptError/signedAttributes``.
  package init(_ der: Data) throws(ReceiptError) {
    guard der.count <= Self.sizeLimit else { throw .oversized(bytes: der.count) }
    do {
      self = try Self.read(DER.parse(ArraySlice(der)))
    } catch let error as ReceiptError {
      throw error
    } catch {
      throw .malformed(.container)
    }
  }
}

extension SignedReceipt {
  /// Reads `ContentInfo`.
  private static func read(_ node: ASN1Node) throws -> SignedReceipt {
    try DER.sequence(node, identifier: .sequence) { nodes in
      guard try ASN1ObjectIdentifier(derEncoded: &nodes) == PKCS7.signedData else {
        throw ReceiptError.wrongContentType
      }
      return try DER.explicitlyTagged(&nodes, tagNumber: 0, tagClass: .contextSpecific) {
        try readSignedData($0)
      }
    }
  }

  private static func readSignedData(_ node: ASN1Node) throws -> SignedReceipt {
    try DER.sequence(node, identifier: .sequence) { nodes in
      try checkVersion(Int(derEncoded: &nodes))
      try checkDigests(nodes.next())
      let contents = try DER.sequence(try next(&nodes), identifier: .sequence) { nodes in
        try readContents(&nodes)
      }
      let certificates = try DER.optionalImplicitlyTagged(
        &nodes, tagNumber: 0, tagClass: .contextSpecific
      ) { try elements(of: $0) }
      let signers = try elements(of: try next(&nodes), identifier: .set)
      guard let signer = signers.first, signers.count == 1 else {
        throw ReceiptError.wrongSignerCount(signers.count)
      }
      return SignedReceipt(
        contents: contents, certificates: (certificates ?? []).map(\.encodedBytes),
        signer: try SignerInfo(signer))
    }
  }

  private init(
    contents: ArraySlice<UInt8>, certificates: [ArraySlice<UInt8>], signer: SignerInfo
  ) {
    self.contents = contents
    self.certificates = certificates
    self.signer = signer
  }

  /// Reads the fields of `EncapsulatedContentInfo`.
  private static func readContents(
    _ nodes: inout ASN1NodeCollection.Iterator
  ) throws -> ArraySlice<UInt8> {
    guard try ASN1ObjectIdentifier(derEncoded: &nodes) == PKCS7.data else {
      throw ReceiptError.wrongContentType
    }
    let octets = try DER.optionalExplicitlyTagged(
      &nodes, tagNumber: 0, tagClass: .contextSpecific
    ) { try ASN1OctetString(derEncoded: $0) }
    guard let octets else { throw ReceiptError.contentMissing }
    return octets.bytes
  }

  static func checkVersion(_ version: Int) throws {
    guard version == PKCS7.version else { throw ReceiptError.wrongContainerVersion(version) }
  }

  private static func checkDigests(_ node: ASN1Node?) throws {
    guard let node else { throw ReceiptError.malformed(.container) }
    guard try elements(of: node, identifier: .set).map(\.encodedBytes) == [PKCS7.sha256] else {
      throw ReceiptError.wrongDigestAlgorithm
    }
  }

  /// Returns the elements of a set, which need not be in DER's order.
  private static func elements(
    of node: ASN1Node,
    identifier: ASN1Identifier = ASN1Identifier(tagWithNumber: 0, tagClass: .contextSpecific)
  ) throws -> [ASN1Node] {
    guard node.identifier == identifier, case .constructed(let elements) = node.content else {
      throw ReceiptError.malformed(.container)
    }
    return Array(elements)
  }

  private static func next(_ nodes: inout ASN1NodeCollection.Iterator) throws -> ASN1Node {
    guard let node = nodes.next() else { throw ReceiptError.malformed(.container) }
    return node
  }
}
