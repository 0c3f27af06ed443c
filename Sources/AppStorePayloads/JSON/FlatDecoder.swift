import Foundation

extension FlatJSON {
  /// Decodes a payload as ``Foundation/JSONDecoder/payload`` does.
  ///
  /// - Throws: If it cannot be decoded here; Foundation's decoder may still be able to.
  func decode<Payload: Decodable>(_ type: Payload.Type) throws -> Payload {
    try Payload(from: FlatDecoder(json: self, index: nil))
  }
}

/// An error of the decoder of a flat object: the type is not flat.
private struct NotFlat: Error {}

/// Decodes an object, or one value of it.
private struct FlatDecoder: Decoder {
  let json: FlatJSON
  /// `nil` for the whole object.
  let index: Int?

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard index == nil else { throw NotFlat() }
    return KeyedDecodingContainer(FlatFields(json: json))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw NotFlat() }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    guard let index else { throw NotFlat() }
    return FlatValue(json: json, index: index)
  }
}

private struct FlatFields<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let json: FlatJSON

  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { json.keys.compactMap(Key.init(stringValue:)) }

  func contains(_ key: Key) -> Bool { json.index(of: key.stringValue) != nil }
  /// The plain form has no `null`.
  func decodeNil(forKey key: Key) throws -> Bool { false }

  private func value(_ key: Key) throws -> FlatValue {
    guard let index = json.index(of: key.stringValue) else { throw NotFlat() }
    return FlatValue(json: json, index: index)
  }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try value(key).decode(type) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try value(key).decode(type) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try value(key).decode(type) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try value(key).decode(type) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try value(key).decode(type) }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try value(key).decode(type)
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    guard let index = json.index(of: key.stringValue) else { return nil }
    return try FlatValue(json: json, index: index).decode(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { throw NotFlat() }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw NotFlat()
  }
  func superDecoder() throws -> any Decoder { throw NotFlat() }
  func superDecoder(forKey key: Key) throws -> any Decoder { throw NotFlat() }
}

private struct FlatValue: SingleValueDecodingContainer {
  let json: FlatJSON
  let index: Int

  var codingPath: [any CodingKey] { [] }
  private var value: FlatJSON.Value { json[index] }

  func decodeNil() -> Bool { false }

  func decode(_ type: Bool.Type) throws -> Bool {
    guard case .boolean(let boolean) = value else { throw NotFlat() }
    return boolean
  }

  func decode(_ type: String.Type) throws -> String {
    guard case .string(let range) = value else { throw NotFlat() }
    return json.text(range)
  }

  func decode(_ type: Int.Type) throws -> Int { try integer() }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
  func decode(_ type: UInt.Type) throws -> UInt { try integer() }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }
  func decode(_ type: Double.Type) throws -> Double { throw NotFlat() }
  func decode(_ type: Float.Type) throws -> Float { throw NotFlat() }

  private func integer<Integer: FixedWidthInteger>() throws -> Integer {
    guard case .integer(let number) = value, let integer = Integer(exactly: number) else {
      throw NotFlat()
    }
    return integer
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if type == Date.self { return try cast(Date(payloadMilliseconds: integer())) }
    if type == Data.self { return try cast(Data(base64Encoded: decode(String.self))) }
    if type == UUID.self { return try cast(UUID(uuidString: decode(String.self))) }
    if type == [String].self { return try cast(strings()) }
    return try Value(from: FlatDecoder(json: json, index: index))
  }

  private func cast<Decoded, Value>(_ decoded: Decoded?) throws -> Value {
    guard let value = decoded as? Value else { throw NotFlat() }
    return value
  }

  private func strings() throws -> [String] {
    guard case .strings(let ranges) = value else { throw NotFlat() }
    return ranges.map(json.text)
  }
}
