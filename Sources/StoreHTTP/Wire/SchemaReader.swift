import AppStorePayloads
import Foundation
import StoreAPI

/// Finds the fields of a value by decoding it: it gives each field that is asked for some value, and
/// notes its name and its type.
final class SchemaReader: Decoder {
  /// The fields that a value must have.
  private(set) var required: [String: Schema] = [:]
  /// The fields that a value may have.
  private(set) var optional: [String: Schema] = [:]
  /// The only key of the object around the fields; `nil` if there is no such object.
  fileprivate let only: String?
  private let samples: SchemaSamples

  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  /// Reads the fields of a type, each of which must be ``SchemaCodable``.
  ///
  /// - Parameters:
  ///   - type: Its coding is derived.
  ///   - only: The name of the case if the type is an enum.
  ///   - narrowed: The shapes of fields whose type has more values than the field, by their names.
  ///   - samples: The values of fields; types that are read one after another share them.
  convenience init<Value: Decodable>(
    _ type: Value.Type, only: String? = nil, _ narrowed: [String: Schema] = [:],
    samples: SchemaSamples = SchemaSamples()
  ) {
    self.init(only: only, narrowed, samples) { _ = try Value(from: $0) }
  }

  /// Reads the fields of an error whose code is known.
  convenience init(_ code: StoreErrorCode, _ narrowed: [String: Schema]) {
    self.init(only: nil, narrowed, SchemaSamples()) {
      _ = try StoreError(from: FlatCaseDecoder(code, from: $0))
    }
  }

  private init(
    only: String?, _ narrowed: [String: Schema], _ samples: SchemaSamples,
    _ decode: (SchemaReader) throws -> Void
  ) {
    (self.only, self.samples) = (only, samples)
    do {
      try decode(self)
    } catch {
      preconditionFailure("the shape cannot be derived: \(error)")
    }
    for (name, schema) in narrowed {
      if required[name] != nil { required[name] = schema }
      if optional[name] != nil { optional[name] = schema }
    }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Fields(reader: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Self.issue }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw Self.issue }

  fileprivate static let issue = DecodingError.dataCorrupted(
    .init(codingPath: [], debugDescription: "this is no object of fields"))

  fileprivate func schema<Value>(of type: Value.Type) throws -> Schema {
    guard let field = type as? any SchemaCodable.Type else { throw Self.issue }
    return field.schema
  }

  /// Notes a field, and returns some value of it.
  fileprivate func value<Value: Decodable>(of type: Value.Type, named name: String) throws -> Value
  {
    let schema = try schema(of: type)
    required[name] = schema
    return try samples.value(of: type, schema)
  }

  fileprivate func noValue<Value>(of type: Value.Type, named name: String) throws -> Value? {
    optional[name] = try schema(of: type)
    return nil
  }
}

/// Some value of each type, which is decoded once.
final class SchemaSamples {
  private let decoder = JSONDecoder.payload
  private var byType: [ObjectIdentifier: Any] = [:]

  fileprivate func value<Value: Decodable>(of type: Value.Type, _ schema: Schema) throws -> Value {
    if let value = byType[ObjectIdentifier(type)] as? Value { return value }
    let value = try decoder.decode([Value].self, from: Data("[\(schema.sample)]".utf8))[0]
    byType[ObjectIdentifier(type)] = value
    return value
  }
}

extension Schema {
  /// The shape of a type whose coding is derived; `narrowed` has the shapes of fields whose type has more
  /// values than the field.
  static func fields<Value: Decodable>(
    of type: Value.Type, named name: String? = nil, _ narrowed: [String: Schema] = [:]
  ) -> Schema {
    let fields = SchemaReader(type, narrowed)
    return .object(
      name ?? String(describing: type), fields.required, optional: fields.optional)
  }
}

private struct Fields<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let reader: SchemaReader

  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { reader.only.flatMap(Key.init(stringValue:)).map { [$0] } ?? [] }

  func contains(_ key: Key) -> Bool { true }

  func decodeNil(forKey key: Key) -> Bool { false }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try reader.value(of: type, named: key.stringValue)
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try reader.noValue(of: type, named: key.stringValue)
  }

  // The protocol has its own implementations for these, which would ask for a value.
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try reader.noValue(of: type, named: key.stringValue)
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try reader.noValue(of: type, named: key.stringValue)
  }

  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try reader.noValue(of: type, named: key.stringValue)
  }

  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    try reader.noValue(of: type, named: key.stringValue)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    reader.container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw SchemaReader.issue
  }

  func superDecoder() throws -> any Decoder { throw SchemaReader.issue }

  func superDecoder(forKey key: Key) throws -> any Decoder { throw SchemaReader.issue }
}
