import SwiftASN1
import X509

/// The identifier of a signer's certificate: its issuer and its serial number.
///
/// Source: `IssuerAndSerialNumber` in RFC 5652, section 10.2.4.
enum SignerIdentifier {
  /// Returns the DER of a certificate's identifier.
  ///
  /// - Throws: Errors of the ASN.1 library, which are not expected.
  static func der(of certificate: Certificate) throws -> ArraySlice<UInt8> {
    var serializer = DER.Serializer()
    try serializer.appendConstructedNode(identifier: .sequence) { coder in
      try coder.serialize(certificate.issuer)
      try coder.serialize(certificate.serialNumber.bytes)
    }
    return serializer.serializedBytes[...]
  }
}
