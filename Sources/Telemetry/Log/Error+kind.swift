extension Error {
  /// The kind of an unexpected error, for a log.
  ///
  /// The text of such an error may contain anything: an encoder's error contains the whole value,
  /// with its tokens. So the error is named by its type and by the field that it concerns.
  package var kind: String {
    let field = codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
      .joined(separator: ".")
    return field.isEmpty ? "\(type(of: self))" : "\(type(of: self)) in \(field)"
  }

  private var codingPath: [any CodingKey] {
    switch self as any Error {
    case EncodingError.invalidValue(_, let context): context.codingPath
    case DecodingError.typeMismatch(_, let context): context.codingPath
    case DecodingError.valueNotFound(_, let context): context.codingPath
    case DecodingError.keyNotFound(_, let context): context.codingPath
    case DecodingError.dataCorrupted(let context): context.codingPath
    default: []
    }
  }
}
