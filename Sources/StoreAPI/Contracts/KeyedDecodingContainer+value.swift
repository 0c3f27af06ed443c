extension KeyedDecodingContainer {
  /// Decodes the value of a key, whose type the caller gives.
  ///
  /// - Throws: `DecodingError` if it is missing or has another type.
  package func value<Value: Decodable>(_ key: Key) throws -> Value {
    try decode(Value.self, forKey: key)
  }
}
