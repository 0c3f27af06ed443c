/// Reads one case of an enum from a flat object, with the values under their labels.
///
/// Reads the output of ``FlatCaseEncoder``; the caller has already read the name of the case.
package struct FlatCaseDecoder<Case: CodingKey>: Decoder {
  private let decoder: any Decoder
  private let name: Case

  package init(_ name: Case, from decoder: any Decoder) {
    self.decoder = decoder
    self.name = name
  }

  package var codingPath: [any CodingKey] { decoder.codingPath }
  package var userInfo: [CodingUserInfoKey: Any] { decoder.userInfo }

  package func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Container(decoder: decoder, name: name.stringValue))
  }

  package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try decoder.unkeyedContainer()
  }

  package func singleValueContainer() throws -> any SingleValueDecodingContainer {
    try decoder.singleValueContainer()
  }
}

/// The object with the case as its only key; the derived coding requests only that case's object.
private struct Container<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: any Decoder
  let name: String

  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] { Key(stringValue: name).map { [$0] } ?? [] }

  func contains(_ key: Key) -> Bool { key.stringValue == name }

  func nestedContainer<Label: CodingKey>(
    keyedBy type: Label.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Label> {
    try decoder.container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder.unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { decoder }

  func superDecoder(forKey key: Key) throws -> any Decoder { decoder }

  func decodeNil(forKey key: Key) throws -> Bool { false }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try Value(from: decoder)
  }
}
