/// A JSON value that has been read and not yet decoded.
///
/// What checks JSON and what decodes it use the same value, so that they cannot understand the same bytes
/// differently.
package enum ParsedJSON: Sendable {
  case null
  case boolean(Bool)
  /// The characters of the number: no Swift type represents every number exactly.
  case number(Text)
  case string(Text)
  case array([ParsedJSON])
  case object([Field])

  /// A name of an object with its value.
  package typealias Field = (name: Text, value: ParsedJSON)

  /// Reads JSON that every reader understands in the same way.
  ///
  /// RFC 8259 lets each reader decide what a name means that is repeated in an object, and Foundation also
  /// accepts encodings other than UTF-8 and a byte order mark.
  ///
  /// - Throws: ``JSONError`` unless the bytes are one value in UTF-8 without a byte order mark, no object in
  ///   it repeats a name, and at most 512 arrays and objects are nested.
  package init(_ bytes: some Sequence<UInt8>) throws(JSONError) {
    var parser = JSONParser(Array(bytes))
    self = try parser.wholeText()
  }
}

/// Why bytes are not JSON that every reader understands in the same way.
package enum JSONError: Error, Hashable, Sendable {
  case notJSON
  case notUTF8
  case byteOrderMark
  case repeatedName
}

extension JSONError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notJSON: "it is not JSON"
    case .notUTF8: "it is not UTF-8"
    case .byteOrderMark: "it begins with a byte order mark"
    case .repeatedName: "a field is repeated"
    }
  }
}
