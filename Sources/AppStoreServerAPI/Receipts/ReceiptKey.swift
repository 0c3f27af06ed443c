import AppStorePayloads
import Foundation

/// The name of a field in a receipt's JSON.
struct ReceiptKey: CodingKey, ExpressibleByStringLiteral {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init(stringLiteral value: String) { stringValue = value }
  init?(intValue: Int) { nil }
}

extension KeyedEncodingContainer<ReceiptKey> {
  /// Writes a date in its three forms, with the names `name`, `name_ms` and `name_pst`; writes
  /// nothing for `nil`.
  mutating func encode(date: Date?, _ name: String) throws {
    guard let date else { return }
    try encode(date.receiptText(in: .receiptGMT), forKey: ReceiptKey(stringValue: name))
    try encode(
      String(date.millisecondsSince1970), forKey: ReceiptKey(stringValue: "\(name)_ms"))
    try encode(
      date.receiptText(in: .receiptPacific), forKey: ReceiptKey(stringValue: "\(name)_pst"))
  }

  /// Writes a number as a string; writes nothing for `nil`.
  mutating func encode(text number: (some BinaryInteger)?, forKey key: ReceiptKey) throws {
    try encodeIfPresent(number.map { String($0) }, forKey: key)
  }

  /// Writes `"true"` or `"false"`.
  mutating func encode(text value: Bool, forKey key: ReceiptKey) throws {
    try encode(value ? "true" : "false", forKey: key)
  }
}
