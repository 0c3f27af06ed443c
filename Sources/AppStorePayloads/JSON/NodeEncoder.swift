import Foundation

/// Encodes one value into a ``JSONNode``.
package final class NodeEncoder: Encoder {
  /// `nil` until something is encoded.
  fileprivate(set) var node: JSONNode?

  package init() {}

  package var codingPath: [any CodingKey] { [] }
  package var userInfo: [CodingUserInfoKey: Any] { [:] }

  package func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) -> KeyedEncodingContainer<Key> {
    if case .object(let object) = node { return KeyedEncodingContainer(NodeFields(object: object)) }
    let object = JSONObjectNode()
    node = .object(object)
    return KeyedEncodingContainer(NodeFields(object: object))
  }

  package func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .array(let array) = node { return NodeElements(array: array) }
    let array = JSONArrayNode()
    node = .array(array)
    return NodeElements(array: array)
  }

  package func singleValueContainer() -> any SingleValueEncodingContainer {
    NodeValue(encoder: self)
  }
}

private struct NodeValue: SingleValueEncodingContainer {
  let encoder: NodeEncoder

  var codingPath: [any CodingKey] { [] }

  func encodeNil() { encoder.node = .null }
  func encode(_ value: Bool) { encoder.node = .boolean(value) }
  func encode(_ value: String) { encoder.node = .string(value) }
  func encode(_ value: Int) { encoder.node = .integer(Int64(value)) }
  func encode(_ value: Int32) { encoder.node = .integer(Int64(value)) }
  func encode(_ value: Int64) { encoder.node = .integer(value) }
  func encode(_ value: Double) throws { encoder.node = try .encoding(value) }
  func encode(_ value: Float) throws { encoder.node = try .encoding(value) }
  func encode(_ value: Int8) { encoder.node = .integer(Int64(value)) }
  func encode(_ value: Int16) { encoder.node = .integer(Int64(value)) }
  func encode(_ value: UInt) throws { encoder.node = try .encoding(value) }
  func encode(_ value: UInt8) { encoder.node = .integer(Int64(value)) }
  func encode(_ value: UInt16) { encoder.node = .integer(Int64(value)) }
  func encode(_ value: UInt32) { encoder.node = .integer(Int64(value)) }
  func encode(_ value: UInt64) throws { encoder.node = try .encoding(value) }
  func encode<Value: Encodable>(_ value: Value) throws { encoder.node = try .encoding(value) }
}

private struct NodeFields<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let object: JSONObjectNode

  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) { object.set(.null, for: key.stringValue) }
  func encode(_ value: Bool, forKey key: Key) { object.set(.boolean(value), for: key.stringValue) }
  func encode(_ value: String, forKey key: Key) {
    object.set(.string(value), for: key.stringValue)
  }
  func encode(_ value: Int, forKey key: Key) {
    object.set(.integer(Int64(value)), for: key.stringValue)
  }
  func encode(_ value: Int64, forKey key: Key) { object.set(.integer(value), for: key.stringValue) }
  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    object.set(try .encoding(value), for: key.stringValue)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    let nested = JSONObjectNode()
    object.set(.object(nested), for: key.stringValue)
    return KeyedEncodingContainer(NodeFields<Nested>(object: nested))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    let nested = JSONArrayNode()
    object.set(.array(nested), for: key.stringValue)
    return NodeElements(array: nested)
  }

  func superEncoder() -> any Encoder { encoder(for: "super") }
  func superEncoder(forKey key: Key) -> any Encoder { encoder(for: key.stringValue) }

  private func encoder(for key: String) -> any Encoder {
    let encoder = NodeEncoder()
    object.set(.encoder(encoder), for: key)
    return encoder
  }
}

private struct NodeElements: UnkeyedEncodingContainer {
  let array: JSONArrayNode

  var codingPath: [any CodingKey] { [] }
  var count: Int { array.nodes.count }

  func encodeNil() { array.nodes.append(.null) }
  func encode(_ value: Bool) { array.nodes.append(.boolean(value)) }
  func encode(_ value: String) { array.nodes.append(.string(value)) }
  func encode<Value: Encodable>(_ value: Value) throws { array.nodes.append(try .encoding(value)) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    let nested = JSONObjectNode()
    array.nodes.append(.object(nested))
    return KeyedEncodingContainer(NodeFields<Nested>(object: nested))
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    let nested = JSONArrayNode()
    array.nodes.append(.array(nested))
    return NodeElements(array: nested)
  }

  func superEncoder() -> any Encoder {
    let encoder = NodeEncoder()
    array.nodes.append(.encoder(encoder))
    return encoder
  }
}
