import Foundation

/// The name of a field in verifyReceipt's response, whose values are strings.
struct VerifyReceiptKey: CodingKey, ExpressibleByStringLiteral {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init(stringLiteral value: String) { stringValue = value }
  init?(intValue: Int) { nil }
}

extension KeyedDecodingContainer<VerifyReceiptKey> {
  /// The text of a field; `nil` if it is absent.
  func text(_ key: VerifyReceiptKey) throws -> String? {
    try decodeIfPresent(String.self, forKey: key)
  }

  /// Whether a field is `true`; `false` if it is absent.
  func flag(_ key: VerifyReceiptKey) throws -> Bool { try text(key) == "true" }

  /// The number of a field; `missing` if it is absent, or an error if that is `nil`.
  func number(_ key: VerifyReceiptKey, or missing: UInt64? = nil) throws -> UInt64 {
    let value = try text(key).map { UInt64($0) } ?? missing
    guard let value else { throw malformed(key) }
    return value
  }

  /// The date of a field with milliseconds since 1970; `nil` if it is absent.
  func date(_ key: VerifyReceiptKey) throws -> Date? {
    guard let text = try text(key) else { return nil }
    guard let milliseconds = Int64(text) else { throw malformed(key) }
    return Date(timeIntervalSince1970: Double(milliseconds) / 1000)
  }

  /// The date of a required field.
  func requiredDate(_ key: VerifyReceiptKey) throws -> Date {
    guard let date = try date(key) else { throw malformed(key) }
    return date
  }

  private func malformed(_ key: VerifyReceiptKey) -> DecodingError {
    .dataCorruptedError(
      forKey: key, in: self, debugDescription: "\(key.stringValue) is missing or malformed")
  }
}
