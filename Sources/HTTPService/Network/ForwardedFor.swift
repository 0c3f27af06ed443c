import Foundation
import HTTPTypes

/// The addresses for which proxies say that they ask, the first proxy's first.
///
/// `nil` means a missing header, or in a list an element that is not an address, such as the words
/// `unknown` and `_name` of RFC 7239. A header that cannot be split has `nil` as its only element.
enum ForwardedFor {
  /// Returns the addresses in the header `Forwarded` (RFC 7239).
  static func forwarded(_ headers: HTTPFields) -> [String?]? {
    elements(of: "Forwarded", headers)?.map { element in
      let pairs = split(element ?? "", at: ";").map { $0.split(separator: "=", maxSplits: 1) }
      let nodes = pairs.filter { $0.first.map(trimmed)?.lowercased() == "for" }
      guard nodes.count == 1, nodes[0].count == 2 else { return nil }
      return address(unquoted(trimmed(nodes[0][1])))
    }
  }

  /// Returns the addresses in the header `X-Forwarded-For`.
  static func xForwardedFor(_ headers: HTTPFields) -> [String?]? {
    elements(of: "X-Forwarded-For", headers)?.map { element in
      element.flatMap { address(trimmed($0[...])) }
    }
  }

  /// The elements of a header's list.
  private static func elements(of name: String, _ headers: HTTPFields) -> [String?]? {
    guard let value = HTTPField.Name(name).flatMap({ headers[$0] }) else { return nil }
    return canBeSplit(value) ? split(value, at: ",") : [nil]
  }

  /// Whether the proxies' elements can be separated from the client's text.
  ///
  /// A quote that the client leaves open would swallow them, and so would a character that Unicode joins
  /// with the comma after it.
  private static func canBeSplit(_ value: String) -> Bool {
    value.utf8.allSatisfy { $0 < 0x80 } && value.count { $0 == "\"" }.isMultiple(of: 2)
  }

  /// Reads an address with or without a port: `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1` or
  /// `[2001:db8::1]:80`.
  private static func address(_ text: String) -> String? {
    if AddressRange.isAddress(text) { return text }
    guard let parts = Authority(text), AddressRange.isAddress(parts.host) else { return nil }
    return parts.host
  }

  private static func trimmed(_ text: Substring) -> String {
    text.trimmingCharacters(in: .whitespaces)
  }

  private static func unquoted(_ text: String) -> String {
    guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
    return String(text.dropFirst().dropLast())
  }

  /// Splits a text at each separator outside quotes.
  private static func split(_ text: String, at separator: Character) -> [String] {
    var isQuoted = false
    return text.split(omittingEmptySubsequences: false) { character in
      if character == "\"" { isQuoted.toggle() }
      return character == separator && !isQuoted
    }.map(String.init)
  }
}
