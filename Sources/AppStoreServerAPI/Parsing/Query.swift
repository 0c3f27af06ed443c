import Foundation

/// The parameters of a query, each with all its values.
package struct Query: Sendable {
  private let values: [String: [String]]

  /// Reads the text after the `?` of a URL in the encoding of HTML forms: `+` is a space.
  ///
  /// A parameter without `=` has an empty value.
  ///
  /// - Throws: ``APIError/generalBadRequest`` if the text has an escape that is not UTF-8.
  package init(_ text: String) throws(APIError) {
    var values: [String: [String]] = [:]
    // Splits bytes, because in a string, a separator and an accent after it are one character.
    for pair in text.utf8.split(separator: UInt8(ascii: "&")) {
      let parts = pair.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      let name = try Self.unescaped(parts[0])
      values[name, default: []].append(parts.count == 2 ? try Self.unescaped(parts[1]) : "")
    }
    self.values = values
  }

  private static func unescaped(_ text: Substring.UTF8View) throws(APIError) -> String {
    let spaced = text.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
    guard let unescaped = String(decoding: spaced, as: UTF8.self).removingPercentEncoding else {
      throw .generalBadRequest
    }
    return unescaped
  }

  /// Returns the value of a parameter; `nil` if it is missing.
  ///
  /// - Throws: `error` if the parameter is repeated or empty.
  package func value(_ name: String, else error: APIError) throws(APIError) -> String? {
    guard let values = values[name] else { return nil }
    guard values.count == 1, let value = values.first, !value.isEmpty else { throw error }
    return value
  }

  /// Returns what `parse` reads from the value of a parameter; `nil` if the parameter is missing.
  ///
  /// - Throws: `error` if the parameter is repeated or empty, or if `parse` returns `nil`.
  func value<Value>(
    _ name: String, else error: APIError, _ parse: (String) -> Value?
  ) throws(APIError) -> Value? {
    guard let text = try value(name, else: error) else { return nil }
    guard let value = parse(text) else { throw error }
    return value
  }

  /// Returns what `parse` reads from each value of a parameter that can be repeated.
  ///
  /// - Throws: `error` if a value is empty, or if `parse` returns `nil`.
  func values<Value: Hashable>(
    _ name: String, else error: APIError, _ parse: (String) -> Value?
  ) throws(APIError) -> Set<Value> {
    var found: Set<Value> = []
    for text in values[name] ?? [] {
      guard !text.isEmpty, let value = parse(text) else { throw error }
      found.insert(value)
    }
    return found
  }
}
