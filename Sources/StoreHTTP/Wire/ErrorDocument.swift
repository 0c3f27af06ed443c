package import AppStorePayloads
package import StoreAPI

/// The JSON of an error: `{"error": {"code", "message", …}}`.
///
/// The error is a `StoreError` or a ``RequestError``.
package struct ErrorDocument<Failure: DocumentedError>: Encodable, Sendable {
  package var error: Failure

  package init(_ error: Failure) {
    self.error = error
  }

  private enum CodingKeys: CodingKey { case error }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try error.encode(document: container.superEncoder(forKey: .error))
  }
}

extension ErrorDocument {
  /// Decodes the error that a store has sent, if it has the documented shape of its code.
  ///
  /// A code that this version does not know needs only its message.
  ///
  /// - Throws: ``SchemaMismatchError``, and `DecodingError` if it is an error of another type.
  package static func decode(_ json: ParsedJSON) throws -> Self {
    let code = try ErrorCode.decode(json, of: .answer).error.code
    let schema = StoreErrorCode(rawValue: code)?.schema ?? RequestError.Code(rawValue: code)?.schema
    try schema?.check(json, of: .answer)
    return Self(try Failure(document: json["error"] ?? .null))
  }
}

/// The field that every error has.
private struct ErrorCode: SchemaCodable {
  struct Head: SchemaCodable {
    var code: String
    static let schema = Schema.object(nil, ["code": .string, "message": .string])
  }

  var error: Head
  static let schema = Schema.object(nil, ["error": Head.schema])
}
