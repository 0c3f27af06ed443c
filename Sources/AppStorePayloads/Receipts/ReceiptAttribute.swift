import Foundation
import SwiftASN1

/// An attribute of an app receipt: `SEQUENCE { type INTEGER, version INTEGER, value OCTET STRING }`.
struct ReceiptAttribute {
  let type: Int
  /// DER of its own, except for the opaque value and the device hash.
  let value: ArraySlice<UInt8>
}

extension ReceiptAttribute: DERImplicitlyTaggable {
  static var defaultIdentifier: ASN1Identifier { .sequence }

  init(derEncoded node: ASN1Node, withIdentifier identifier: ASN1Identifier) throws {
    self = try DER.sequence(node, identifier: identifier) { nodes in
      let type = try Int(derEncoded: &nodes)
      _ = try Int(derEncoded: &nodes)
      return ReceiptAttribute(type: type, value: try ASN1OctetString(derEncoded: &nodes).bytes)
    }
  }

  func serialize(
    into coder: inout DER.Serializer, withIdentifier identifier: ASN1Identifier
  ) throws {
    try coder.appendConstructedNode(identifier: identifier) { coder in
      try coder.serialize(type)
      try coder.serialize(Self.version)
      try coder.serialize(ASN1OctetString(contentBytes: value))
    }
  }

  private static let version = 1
}

extension ReceiptAttribute {
  static func text(_ field: ReceiptField, _ text: String) throws -> Self {
    Self(type: field.rawValue, value: try encoded(ASN1UTF8String(text)))
  }

  static func number(_ field: ReceiptField, _ number: Int64) throws -> Self {
    Self(type: field.rawValue, value: try encoded(number))
  }

  /// An attribute with a date; `nil` is written as an empty value, as in the App Store's receipts.
  static func date(_ field: ReceiptField, _ date: Date?) throws -> Self {
    Self(type: field.rawValue, value: try encoded(ASN1IA5String(date?.receiptText ?? "")))
  }

  /// An attribute whose value is these bytes themselves.
  static func bytes(_ field: ReceiptField, _ bytes: some Sequence<UInt8>) -> Self {
    Self(type: field.rawValue, value: ArraySlice(bytes))
  }

  private static func encoded(_ value: some DERSerializable) throws -> ArraySlice<UInt8> {
    var serializer = DER.Serializer()
    try serializer.serialize(value)
    return serializer.serializedBytes[...]
  }

  /// Returns the DER of a set of attributes.
  static func set(of attributes: [ReceiptAttribute]) throws -> [UInt8] {
    var serializer = DER.Serializer()
    try serializer.serializeSetOf(attributes)
    return serializer.serializedBytes
  }
}
