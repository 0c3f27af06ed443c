/// Where JSON differs from its schema, and how.
///
/// About an answer, the words are this program's and never the JSON's: they are shown in a terminal.
package struct SchemaMismatchError: Error, Hashable, Sendable {
  /// The names and indices that lead to the value, outermost first.
  private(set) var path: [String] = []
  /// The end of a sentence about that value.
  let reason: String

  init(_ reason: String) { self.reason = reason }

  /// The same, with the field or the index in which it was found.
  func inside(_ name: String) -> SchemaMismatchError {
    var mismatch = self
    mismatch.path.insert(name, at: 0)
    return mismatch
  }
}

extension SchemaMismatchError: CustomStringConvertible {
  package var description: String {
    path.isEmpty ? reason : "\(path.joined(separator: ".")): \(reason)"
  }
}
