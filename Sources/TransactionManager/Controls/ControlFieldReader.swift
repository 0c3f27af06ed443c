import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI

/// Finds the parameters of a control by decoding it: each field that the type reads gets some value, and
/// its name and its kind are noted.
///
/// So a new control has a form as soon as it is in the registry.
final class ControlFieldReader: Decoder {
  private(set) var fields: [ControlField] = []
  private let path: [String]
  private let isRequired: Bool

  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  private init(path: [String] = [], isRequired: Bool = true) {
    (self.path, self.isRequired) = (path, isRequired)
  }

  /// Returns the parameters of a control, in the order in which it reads them.
  ///
  /// - Throws: `DecodingError` for a type whose parameters have no form.
  static func fields(of type: any Decodable.Type) throws -> [ControlField] {
    let reader = ControlFieldReader()
    _ = try type.init(from: reader)
    return reader.fields
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Container(reader: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Self.noForm }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw Self.noForm }

  fileprivate static let noForm = DecodingError.dataCorrupted(
    .init(codingPath: [], debugDescription: "a value has no form"))

  /// Notes a field, and returns some value of it.
  fileprivate func value<Value: Decodable>(
    of type: Value.Type, named name: String
  ) throws -> Value {
    guard let kind = ControlField.Kind(of: type, named: name) else {
      return try part(named: name, isRequired: isRequired) { try Value(from: $0) }
    }
    note(kind, name, isRequired: isRequired)
    return try ParsedJSON(kind.sample(of: type).utf8).decode(type)
  }

  /// Notes a field that may lack its value.
  fileprivate func optionalValue<Value: Decodable>(
    of type: Value.Type, named name: String
  ) throws {
    if let kind = ControlField.Kind(of: type, named: name) {
      note(kind, name, isRequired: false)
    } else if type == SimulatedError.self {
      _ = try part(named: name, isRequired: false) { try Value(from: $0) }
    }
    // Another object, such as a signed offer, comes from an app and not from an operator.
  }

  private func note(_ kind: ControlField.Kind, _ name: String, isRequired: Bool) {
    fields.append(ControlField(path: path + [name], kind: kind, isRequired: isRequired))
  }

  private func part<Value>(
    named name: String, isRequired: Bool, _ read: (ControlFieldReader) throws -> Value
  ) rethrows -> Value {
    let part = ControlFieldReader(path: path + [name], isRequired: isRequired)
    defer { fields += part.fields }
    return try read(part)
  }
}

private struct Container<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let reader: ControlFieldReader

  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { [] }

  func contains(_ key: Key) -> Bool { true }
  func decodeNil(forKey key: Key) -> Bool { false }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try reader.value(of: type, named: key.stringValue)
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try reader.optionalValue(of: type, named: key.stringValue)
    return nil
  }

  // The protocol's own method for this type would call the field required.
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    try reader.optionalValue(of: type, named: key.stringValue)
    return nil
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { throw ControlFieldReader.noForm }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw ControlFieldReader.noForm
  }

  func superDecoder() throws -> any Decoder { throw ControlFieldReader.noForm }

  func superDecoder(forKey key: Key) throws -> any Decoder { throw ControlFieldReader.noForm }
}
