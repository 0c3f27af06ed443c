import Foundation
import SwiftASN1

/// The attributes of an app receipt, or of one purchase in it, as they were received.
struct ReceiptAttributes {
  private let values: [Int: ArraySlice<UInt8>]
  /// The values of ``ReceiptField/inAppPurchase``, the only attribute that may be repeated.
  let inAppPurchases: [ArraySlice<UInt8>]

  /// Reads the DER of a set of attributes.
  ///
  /// - Throws: ``ReceiptError/malformed(_:)`` if it is not a set in DER's order, and
  ///   ``ReceiptError/attributeRepeated(_:)`` if an attribute other than
  ///   ``ReceiptField/inAppPurchase`` occurs twice.
  init(der: ArraySlice<UInt8>, of part: ReceiptError.Part) throws(ReceiptError) {
    var values: [Int: ArraySlice<UInt8>] = [:]
    var inAppPurchases: [ArraySlice<UInt8>] = []
    for attribute in try Self.parse(der, of: part) {
      if attribute.type == ReceiptField.inAppPurchase.rawValue {
        inAppPurchases.append(attribute.value)
      } else if values.updateValue(attribute.value, forKey: attribute.type) != nil {
        throw .attributeRepeated(attribute.type)
      }
    }
    self.values = values
    self.inAppPurchases = inAppPurchases
  }

  private static func parse(
    _ der: ArraySlice<UInt8>, of part: ReceiptError.Part
  ) throws(ReceiptError) -> [ReceiptAttribute] {
    do {
      return try DER.set(
        of: ReceiptAttribute.self, identifier: .set, rootNode: DER.parse(der))
    } catch {
      throw .malformed(part)
    }
  }
}

// Each throws `attributeMalformed(_:)` if the value has another type. Unless its comment says what
// an absent attribute returns, it throws `attributeMissing(_:)`.
extension ReceiptAttributes {
  func bytes(_ field: ReceiptField) throws(ReceiptError) -> Data {
    guard let bytes = values[field.rawValue] else { throw .attributeMissing(field.rawValue) }
    return Data(bytes)
  }

  func text(_ field: ReceiptField) throws(ReceiptError) -> String {
    guard let text = try value(field, as: ASN1UTF8String.self) else {
      throw .attributeMissing(field.rawValue)
    }
    return try Self.string(text.bytes, of: field)
  }

  func transactionID(_ field: ReceiptField) throws(ReceiptError) -> TransactionID {
    guard let id = TransactionID(try text(field)) else { throw .attributeMalformed(field.rawValue) }
    return id
  }

  /// Returns a number; `nil` if the attribute is absent.
  func number(_ field: ReceiptField) throws(ReceiptError) -> Int64? {
    try value(field, as: Int64.self)
  }

  /// Returns a Boolean value, which is 0 or 1 in a receipt; `false` if the attribute is absent.
  func flag(_ field: ReceiptField) throws(ReceiptError) -> Bool {
    let number = try number(field) ?? 0
    guard number == 0 || number == 1 else { throw .attributeMalformed(field.rawValue) }
    return number == 1
  }

  func date(_ field: ReceiptField) throws(ReceiptError) -> Date {
    guard let date = try optionalDate(field) else { throw .attributeMissing(field.rawValue) }
    return date
  }

  /// Returns a date; `nil` if the attribute is absent or empty.
  func optionalDate(_ field: ReceiptField) throws(ReceiptError) -> Date? {
    guard let text = try value(field, as: ASN1IA5String.self), !text.bytes.isEmpty else {
      return nil
    }
    guard let date = Date(receiptText: try Self.string(text.bytes, of: field)) else {
      throw .attributeMalformed(field.rawValue)
    }
    return date
  }

  private func value<Value: DERParseable>(
    _ field: ReceiptField, as: Value.Type
  ) throws(ReceiptError) -> Value? {
    guard let bytes = values[field.rawValue] else { return nil }
    do {
      return try Value(derEncoded: bytes)
    } catch {
      throw .attributeMalformed(field.rawValue)
    }
  }

  private static func string(
    _ bytes: ArraySlice<UInt8>, of field: ReceiptField
  ) throws(ReceiptError) -> String {
    guard let string = String(validating: bytes, as: UTF8.self) else {
      throw .attributeMalformed(field.rawValue)
    }
    return string
  }
}
