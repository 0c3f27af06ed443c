extension Error {
  /// What an error that nobody expected is, for a log.
  ///
  /// The words of such an error may have anything in them: those of an error of an encoder have the
  /// whole value, with its tokens. So it is named by its type, and by the field that it is about.
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
