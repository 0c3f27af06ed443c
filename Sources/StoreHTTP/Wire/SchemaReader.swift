import AppStorePayloads

/// Finds the fields of a type by decoding it: each field that the type reads gets some value, and its name
/// and its shape are noted.
final class SchemaReader: Decoder {
  /// The fields that a value must have.
  private(set) var required: [String: Schema] = [:]
  /// The fields that a value may have.
  private(set) var optional: [String: Schema] = [:]
  /// The fields that the type asks for before it reads them.
  private var optionalNames: Set<String> = []
  /// The objects whose fields the type reads itself.
  private(set) var parts: [String: SchemaReader] = [:]
  /// The name of the case if the type is an enum; `nil` for any other type.
  fileprivate let caseName: String?
  private let shapes: [String: Schema]

  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  private init(caseName: String?, _ shapes: [String: Schema]) {
    self.caseName = caseName
    self.shapes = shapes
  }

  /// Reads the fields of a type.
  ///
  /// - Parameters:
  ///   - type: Each of its fields is ``SchemaCodable``, or has a shape in `shapes`.
  ///   - caseName: The name of the case if the type is an enum.
  ///   - shapes: The shapes of fields that differ from the shapes of their types, by name.
  convenience init(
    _ type: any Decodable.Type, caseName: String? = nil, _ shapes: [String: Schema] = [:]
  ) {
    self.init(caseName: caseName, shapes)
    do {
      _ = try type.init(from: self)
    } catch {
      preconditionFailure("the shape cannot be derived: \(error)")
    }
    for (name, part) in parts { required[name] = part.object(nil) }
    if let caseName, required[caseName] == nil { required[caseName] = .object(nil) }
  }

  /// An object with these fields.
  func object(_ name: String?) -> Schema { .object(name, required, optional: optional) }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Fields(reader: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Self.issue }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw Self.issue }

  fileprivate static let issue = DecodingError.dataCorrupted(
    .init(codingPath: [], debugDescription: "this is no object of fields"))

  fileprivate func mayLack(_ name: String) { optionalNames.insert(name) }

  /// Notes a field, and returns some value of it.
  fileprivate func value<Value: Decodable>(of type: Value.Type, named name: String) throws -> Value
  {
    let schema = try shapes[name] ?? Self.schema(of: type)
    if optionalNames.contains(name) { optional[name] = schema } else { required[name] = schema }
    return try ParsedJSON(schema.sample.utf8).decode(type)
  }

  private static func schema(of type: any Decodable.Type) throws -> Schema {
    guard let field = type as? any SchemaCodable.Type else { throw issue }
    return field.schema
  }

  fileprivate func part(named name: String) -> SchemaReader {
    let part = SchemaReader(caseName: nil, shapes)
    parts[name] = part
    return part
  }
}

extension Schema {
  /// The shape of a type that is an object of ``SchemaCodable`` fields; `shapes` has the shapes of fields
  /// that differ from the shapes of their types.
  static func fields(
    of type: any Decodable.Type, named name: String? = nil, _ shapes: [String: Schema] = [:]
  ) -> Schema {
    let reader = SchemaReader(type, shapes)
    for field in shapes.keys {
      precondition(reader.required[field] ?? reader.optional[field] != nil, "no field '\(field)'")
    }
    return reader.object(name ?? _typeName(type, qualified: false))
  }

  /// The shape of an enum whose cases are objects with the case's name as their only key.
  ///
  /// `shapes` returns the shapes of a case's fields that differ from the shapes of their types.
  static func cases<Case: CodingKey & CaseIterable>(
    of type: any Decodable.Type, _ keys: Case.Type, isOpen: Bool = false,
    _ shapes: (Case) -> [String: Schema] = { _ in [:] }
  ) -> Schema {
    .oneOf(
      name: _typeName(type, qualified: false),
      keys.allCases.map { SchemaReader(type, caseName: $0.stringValue, shapes($0)).object(nil) },
      isOpen: isOpen)
  }
}

private struct Fields<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let reader: SchemaReader

  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { reader.caseName.flatMap(Key.init(stringValue:)).map { [$0] } ?? [] }

  func contains(_ key: Key) -> Bool { reader.caseName == nil || reader.caseName == key.stringValue }

  /// The protocol's `decodeIfPresent` asks this, and `decode` does not.
  func decodeNil(forKey key: Key) -> Bool {
    reader.mayLack(key.stringValue)
    return false
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try reader.value(of: type, named: key.stringValue)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    reader.part(named: key.stringValue).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw SchemaReader.issue
  }

  func superDecoder() throws -> any Decoder { throw SchemaReader.issue }

  func superDecoder(forKey key: Key) throws -> any Decoder { throw SchemaReader.issue }
}
