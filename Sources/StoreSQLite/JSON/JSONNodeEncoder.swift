import Foundation
import StoreAPI

/// Encodes values as the JSON of `JSONEncoder.payload`, several times as fast.
///
/// Settling writes two JSON texts for each renewal, and Foundation's encoder was most of its time. A
/// test compares the two for every kind of stored value. Coding paths are not recorded, because stored
/// values cannot fail to be encoded.
struct JSONNodeEncoder: Encoder {
  /// Holds the value that is encoded.
  fileprivate final class Slot {
    var node: JSONNode?
  }

  fileprivate let slot = Slot()

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    let object = JSONObject()
    slot.node = .object(object)
    return KeyedEncodingContainer(KeyedContainer(object: object))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    let array = JSONArray()
    slot.node = .array(array)
    return UnkeyedContainer(array: array)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleContainer(slot: slot)
  }
}

extension JSONNode {
  /// The JSON of a value.
  ///
  /// - Throws: What the value's `encode(to:)` throws, and `EncodingError` for a number that is not
  ///   finite.
  init<Value: Encodable>(_ value: Value) throws {
    if let node = try JSONNode(primitive: value) {
      self = node
      return
    }
    let encoder = JSONNodeEncoder()
    try value.encode(to: encoder)
    self = encoder.slot.node ?? .object(JSONObject())
  }

  /// The types are compared first, which is much faster than a cast that fails.
  private init?<Value: Encodable>(primitive value: Value) throws {
    let type = Value.self
    if type == String.self, let text = value as? String {
      self = .text(text)
    } else if type == Date.self, let date = value as? Date {
      self = .integer(date.millisecondsSince1970)
    } else if type == Bool.self, let bool = value as? Bool {
      self = .literal(bool ? "true" : "false")
    } else if type == Decimal.self, let decimal = value as? Decimal {
      self = .literal(decimal.description)
    } else if type == Data.self, let data = value as? Data {
      self = .text(data.base64EncodedString())
    } else if type == URL.self, let url = value as? URL {
      self = .text(url.absoluteString)
    } else if let node = try JSONNode(number: value) {
      self = node
    } else {
      return nil
    }
  }

  private init?<Value: Encodable>(number value: Value) throws {
    let type = Value.self
    if type == Int.self, let number = value as? Int {
      self = .integer(Int64(number))
    } else if type == Int64.self, let number = value as? Int64 {
      self = .integer(number)
    } else if type == Int32.self, let number = value as? Int32 {
      self = .integer(Int64(number))
    } else if type == UInt64.self || type == UInt.self, let number = value as? any BinaryInteger {
      self = .literal("\(number)")
    } else if type == Double.self || type == Float.self {
      // Rare: Foundation knows how to write it.
      self = .literal(String(decoding: try JSONEncoder.payload.encode(value), as: UTF8.self))
    } else if type == Int8.self || type == Int16.self || type == UInt8.self || type == UInt16.self
      || type == UInt32.self, let number = value as? any BinaryInteger
    {
      self = .integer(Int64(number))
    } else {
      return nil
    }
  }
}

// MARK: - Containers
//
// The generic methods stand for those of all types: the compiler makes one of each.

private struct KeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let object: JSONObject
  var codingPath: [any CodingKey] { [] }

  mutating func encodeNil(forKey key: Key) { object.add(key.stringValue, .null) }

  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    object.add(key.stringValue, try JSONNode(value))
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    let nested = JSONObject()
    object.add(key.stringValue, .object(nested))
    return KeyedEncodingContainer(KeyedContainer<NestedKey>(object: nested))
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    let nested = JSONArray()
    object.add(key.stringValue, .array(nested))
    return UnkeyedContainer(array: nested)
  }

  /// No stored value is a class.
  mutating func superEncoder() -> any Encoder { JSONNodeEncoder() }
  mutating func superEncoder(forKey key: Key) -> any Encoder { JSONNodeEncoder() }
}

private struct UnkeyedContainer: UnkeyedEncodingContainer {
  let array: JSONArray
  var codingPath: [any CodingKey] { [] }
  var count: Int { array.elements.count }

  mutating func encodeNil() { array.elements.append(.null) }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    array.elements.append(try JSONNode(value))
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    let nested = JSONObject()
    array.elements.append(.object(nested))
    return KeyedEncodingContainer(KeyedContainer<NestedKey>(object: nested))
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    let nested = JSONArray()
    array.elements.append(.array(nested))
    return UnkeyedContainer(array: nested)
  }

  mutating func superEncoder() -> any Encoder { JSONNodeEncoder() }
}

private struct SingleContainer: SingleValueEncodingContainer {
  let slot: JSONNodeEncoder.Slot
  var codingPath: [any CodingKey] { [] }

  mutating func encodeNil() { slot.node = .null }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    slot.node = try JSONNode(value)
  }
}
