package import AppStorePayloads

/// An error that a store sends as JSON: an object with a `code`, a `message` for people, and
/// fields.
package protocol DocumentedError: Error, Sendable {
  /// Reads the object.
  ///
  /// - Throws: `DecodingError` if a field is missing or has another type.
  init(document: ParsedJSON) throws

  /// Writes the object.
  func encode(document encoder: any Encoder) throws
}
