package import Foundation

/// The reason why an app receipt cannot be trusted: one case for each check that can fail.
///
/// Descriptions shorten received text and escape its control characters.
package enum ReceiptError: Error, Hashable, Sendable {
  /// A part of a receipt that is DER by itself.
  package enum Part: String, Hashable, Sendable {
    case container, payload, purchase
  }

  // MARK: - The container cannot be decoded

  /// The receipt is longer than ``SignedReceipt/sizeLimit``.
  case oversized(bytes: Int)
  /// The part is not the DER of its structure.
  case malformed(Part)
  /// The container is not signed data, or it signs something other than data.
  case wrongContentType
  /// The receipt has a signature, but not the contents that it covers.
  case contentMissing
  /// The container has a version other than 1.
  case wrongContainerVersion(Int)
  /// The number of signatures is not one.
  case wrongSignerCount(Int)
  /// The digest is not SHA-256.
  case wrongDigestAlgorithm
  /// The signature is not ECDSA with SHA-256.
  case wrongSignatureAlgorithm
  /// The signature covers attributes; this store's receipts have none.
  case signedAttributes

  // MARK: - The contents cannot be decoded

  /// The receipt or a purchase does not have an attribute that it must have.
  case attributeMissing(Int)
  /// The receipt or a purchase has an attribute twice that it may have once.
  case attributeRepeated(Int)
  /// The attribute's value does not have the attribute's type.
  case attributeMalformed(Int)

  // MARK: - The chain and the signature

  /// None of the certificates is the signer's.
  case signerMissing
  /// The certificates or the signature are not those of a trusted store.
  case untrusted(SignatureError)

  // MARK: - The purpose

  /// The receipt was made for another app.
  case wrongBundle(String)
  /// The receipt was made for another version of the app.
  case wrongVersion(String)
  /// The receipt was made in another environment.
  case wrongType(String)
  /// The receipt was made for another device.
  case wrongDevice
  /// The receipt is no longer valid.
  case expired(Date)
}

extension ReceiptError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .oversized(let bytes):
      "the receipt has \(bytes) bytes: the limit is \(SignedReceipt.sizeLimit)"
    case .malformed(let part): "the receipt's \(part.rawValue) is malformed"
    case .wrongContentType: "the receipt is not PKCS#7 signed data"
    case .contentMissing: "the receipt has a signature but no contents"
    case .wrongContainerVersion(let version):
      "the receipt's container has version \(version): it must be 1"
    case .wrongSignerCount(let count): "the receipt has \(count) signatures: it must have one"
    case .wrongDigestAlgorithm: "the receipt's digest is not SHA-256"
    case .wrongSignatureAlgorithm: "the receipt's signature is not ECDSA with SHA-256"
    case .signedAttributes: "the receipt's signature covers attributes: none are supported"
    case .attributeMissing(let type): "the receipt does not have the attribute \(type)"
    case .attributeRepeated(let type): "the receipt has the attribute \(type) twice"
    case .attributeMalformed(let type): "the receipt's attribute \(type) is malformed"
    case .signerMissing: "the receipt does not contain its signer's certificate"
    case .untrusted(let error): "the receipt cannot be trusted: \(error)"
    case .wrongBundle(let id): "the receipt was made for another app, \(Self.quoted(id))"
    case .wrongVersion(let version):
      "the receipt was made for another version of the app, \(Self.quoted(version))"
    case .wrongType(let type):
      "the receipt was made in another environment, \(Self.quoted(type))"
    case .wrongDevice: "the receipt was made for another device"
    case .expired(let date): "the receipt expired on \(date.formatted(.iso8601))"
    }
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.unicodeScalars.prefix(64).map { $0.escaped(asASCII: true) }.joined() + "'"
  }
}
