import Foundation

extension ParsedJSON {
  /// Decodes the value as ``Foundation/JSONDecoder/payload`` does.
  ///
  /// Foundation's decoder takes bytes, so it would read JSON again that is already read and checked; for a
  /// payload it also takes twice as long.
  ///
  /// - Throws: What the type throws, and `DecodingError` for a value of another kind.
  package func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try ValueDecoder(value: self, path: [], key: nil).decode(type)
  }
}

/// Decodes one value; also the container of a single one.
private struct ValueDecoder: Decoder, SingleValueDecodingContainer {
  let value: ParsedJSON
  let path: [any CodingKey]
  let key: (any CodingKey)?

  /// Most values are decoded without it.
  var codingPath: [any CodingKey] { key.map { path + [$0] } ?? path }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let fields) = value else { throw mismatch([String: Any].self) }
    return KeyedDecodingContainer(FieldDecoder(fields: fields, codingPath: codingPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = value else { throw mismatch([Any].self) }
    return ElementDecoder(elements: elements, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { if case .null = value { true } else { false } }

  func decode(_ type: Bool.Type) throws -> Bool {
    guard case .boolean(let boolean) = value else { throw mismatch(type) }
    return boolean
  }

  func decode(_ type: String.Type) throws -> String {
    guard case .string(let text) = value else { throw mismatch(type) }
    return text.string
  }

  func decode(_ type: Double.Type) throws -> Double { try number(Double.init) }
  func decode(_ type: Float.Type) throws -> Float { try number(Float.init) }
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

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if type == Date.self { return try cast(date()) }
    if type == Data.self { return try cast(Data(base64Encoded: decode(String.self))) }
    if type == Decimal.self { return try cast(number { Decimal(string: $0) }) }
    return try Value(from: self)
  }

  private func date() throws -> Date? { Date(payloadMilliseconds: try integer()) }

  private func cast<Decoded, Value>(_ decoded: Decoded?) throws -> Value {
    guard let value = decoded as? Value else { throw issue("this is not a valid value") }
    return value
  }

  /// As in JSON Schema, 1.0 is an integer.
  private func integer<Integer: FixedWidthInteger>() throws -> Integer {
    try number { Integer($0) ?? Double($0).flatMap(Integer.init(exactly:)) }
  }

  @inline(__always)
  private func number<Number>(_ parse: (String) -> Number?) throws -> Number {
    guard case .number(let digits) = value else { throw mismatch(Number.self) }
    guard let number = parse(digits.string) else {
      throw issue("this number cannot be represented")
    }
    return number
  }

  private func mismatch(_ type: Any.Type) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: codingPath, debugDescription: "this has the wrong type")
    return decodeNil() ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  private func issue(_ reason: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: codingPath, debugDescription: reason))
  }
}

private struct FieldDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let fields: [ParsedJSON.Field]
  let codingPath: [any CodingKey]

  var allKeys: [Key] { fields.compactMap { Key(stringValue: $0.name.string) } }

  func contains(_ key: Key) -> Bool { value(of: key) != nil }

  private func value(of key: Key) -> ParsedJSON? {
    var name = key.stringValue
    return name.withUTF8 { name in
      for index in fields.indices where fields[index].name.isEqual(to: name) {
        return fields[index].value
      }
      return nil
    }
  }

  func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).decodeNil() }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try decoder(key).decode(type) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try decoder(key).decode(type)
  }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try decoder(key).decode(type) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try decoder(key).decode(type) }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decoder(key).decode(type)
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    guard let value = value(of: key) else { return nil }
    let decoder = ValueDecoder(value: value, path: codingPath, key: key)
    return decoder.decodeNil() ? nil : try decoder.decode(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try decoder(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(key).unkeyedContainer()
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }

  func superDecoder() throws -> any Decoder {
    ValueDecoder(value: .object(fields), path: codingPath, key: nil)
  }

  private func decoder(_ key: Key) throws -> ValueDecoder {
    guard let value = value(of: key) else {
      throw DecodingError.keyNotFound(
        key, .init(codingPath: codingPath, debugDescription: "the field is missing"))
    }
    return ValueDecoder(value: value, path: codingPath, key: key)
  }
}

private struct ElementDecoder: UnkeyedDecodingContainer {
  let elements: [ParsedJSON]
  let codingPath: [any CodingKey]
  private(set) var currentIndex = 0

  init(elements: [ParsedJSON], codingPath: [any CodingKey]) {
    self.elements = elements
    self.codingPath = codingPath
  }

  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex == elements.count }

  /// Only a `null` is passed.
  mutating func decodeNil() throws -> Bool {
    guard try decoder().decodeNil() else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try decoder().decode(type)
    currentIndex += 1
    return value
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try superDecoder().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try superDecoder().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = try decoder()
    currentIndex += 1
    return decoder
  }

  private func decoder() throws -> ValueDecoder {
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        Any.self, .init(codingPath: codingPath, debugDescription: "the list has ended"))
    }
    return ValueDecoder(
      value: elements[currentIndex], path: codingPath, key: Index(intValue: currentIndex))
  }
}

/// The place of an element.
private struct Index: CodingKey {
  let intValue: Int?
  var stringValue: String { intValue.map(String.init) ?? "" }

  init(intValue: Int) { self.intValue = intValue }
  init?(stringValue: String) { nil }
}
