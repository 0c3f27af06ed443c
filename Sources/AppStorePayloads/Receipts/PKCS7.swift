import SwiftASN1

/// The values of PKCS#7 that app receipts use.
///
/// Source: RFC 5652, "Cryptographic Message Syntax"; RFC 5754 for the algorithms.
enum PKCS7 {
  static let data: ASN1ObjectIdentifier = [1, 2, 840, 113549, 1, 7, 1]
  static let signedData: ASN1ObjectIdentifier = [1, 2, 840, 113549, 1, 7, 2]
  /// The version of signed data whose content is ``data``, and of its signer's information.
  static let version = 1

  /// The DER of the algorithm identifier of SHA-256, without parameters.
  static let sha256: ArraySlice<UInt8> = [
    0x30, 0x0B, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01,
  ]
  /// The DER of the algorithm identifier of ECDSA with SHA-256, without parameters.
  static let ecdsaWithSHA256: ArraySlice<UInt8> = [
    0x30, 0x0A, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x02,
  ]
}
