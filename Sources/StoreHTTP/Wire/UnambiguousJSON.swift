package import Foundation

/// JSON that every reader understands in the same way.
package enum UnambiguousJSON {
  /// Refuses bytes that two readers of JSON could understand differently.
  ///
  /// RFC 8259 lets each reader decide what a name means that is repeated in an object, and
  /// Foundation also accepts encodings other than UTF-8 and a byte order mark.
  ///
  /// - Throws: ``SchemaMismatch`` unless the bytes are UTF-8 without a byte order mark and are JSON
  ///   in which no object repeats a name.
  package static func check(_ data: Data) throws(SchemaMismatch) {
    guard !data.starts(with: [0xEF, 0xBB, 0xBF]) else {
      throw SchemaMismatch("it begins with a byte order mark")
    }
    guard String(validating: data, as: UTF8.self) != nil else {
      throw SchemaMismatch("it is not UTF-8")
    }
    try JSONCursor.reading(data) { (cursor) throws(SchemaMismatch) in try cursor.skipUnique() }
  }
}

extension JSONCursor {
  /// Reads a whole text with `body`.
  ///
  /// - Throws: What `body` throws, and ``SchemaMismatch/notJSON`` if something follows.
  static func reading(
    _ data: Data, _ body: (inout JSONCursor) throws(SchemaMismatch) -> Void
  ) throws(SchemaMismatch) {
    let result = data.withUnsafeBytes { bytes in
      Result { () throws(SchemaMismatch) in
        var cursor = JSONCursor(bytes)
        try body(&cursor)
        try cursor.end()
      }
    }
    try result.get()
  }

  /// Reads a value of any kind in which no object repeats a name.
  fileprivate mutating func skipUnique() throws(SchemaMismatch) {
    switch try kind() {
    case .object:
      var names: Set<String> = []
      try object { (cursor, text) throws(SchemaMismatch) in
        let name = text.string
        guard names.insert(name).inserted else { throw SchemaMismatch("a field is repeated") }
        try cursor.skipUnique()
      }
    case .array: try array { (cursor, _) throws(SchemaMismatch) in try cursor.skipUnique() }
    case .string, .number, .boolean, .null: try skip()
    }
  }
}
