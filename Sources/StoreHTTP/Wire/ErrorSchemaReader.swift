import StoreAPI

/// Finds the fields of an error by decoding it: it gives each field that is asked for any value,
/// and notes its name and its type.
final class ErrorSchemaReader: Decoder {
  /// The fields that an error must have.
  fileprivate(set) var required: [String: Schema] = [:]
  /// The fields that an error may have.
  fileprivate(set) var optional: [String: Schema] = [:]

  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Fields(reader: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw issue }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw issue }

  fileprivate var issue: DecodingError {
    .dataCorrupted(.init(codingPath: [], debugDescription: "an error is an object"))
  }

  /// Returns the type of a field.
  ///
  /// - Throws: `DecodingError` unless it is an ``ErrorField``.
  fileprivate func field<Value>(_ type: Value.Type) throws -> any ErrorField.Type {
    guard let field = type as? any ErrorField.Type else {
      throw DecodingError.typeMismatch(
        type, .init(codingPath: [], debugDescription: "\(type) is not an ErrorField"))
    }
    return field
  }
}

private struct Fields<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let reader: ErrorSchemaReader

  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { [] }

  func contains(_ key: Key) -> Bool { true }

  func decodeNil(forKey key: Key) -> Bool { false }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    let field = try reader.field(type)
    reader.required[key.stringValue] = field.schema
    guard let sample = field.sample as? Value else { throw reader.issue }
    return sample
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try optional(type, key)
  }

  // The protocol has its own implementations for these, which would ask for a value.
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try optional(type, key)
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try optional(type, key)
  }

  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try optional(type, key)
  }

  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    try optional(type, key)
  }

  private func optional<Value>(_ type: Value.Type, _ key: Key) throws -> Value? {
    reader.optional[key.stringValue] = try reader.field(type).schema
    return nil
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    throw reader.issue
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw reader.issue
  }

  func superDecoder() throws -> any Decoder { throw reader.issue }

  func superDecoder(forKey key: Key) throws -> any Decoder { throw reader.issue }
}
