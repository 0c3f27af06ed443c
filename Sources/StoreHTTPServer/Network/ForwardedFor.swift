import Foundation
import HTTPTypes

/// The addresses for which proxies say that they ask, the first proxy's first.
///
/// `nil` stands for a header that is not there, and in a list for what is no address: the words
/// `unknown` and `_name` of RFC 7239 too.
enum ForwardedFor {
  /// Of the header `Forwarded`, as RFC 7239 describes it.
  static func forwarded(_ headers: HTTPFields) -> [String?]? {
    guard let value = value(of: "Forwarded", headers) else { return nil }
    return split(value, at: ",").map { element in
      let pairs = split(element, at: ";").map { $0.split(separator: "=", maxSplits: 1) }
      let nodes = pairs.filter { $0.first.map(trimmed)?.lowercased() == "for" }
      guard nodes.count == 1, nodes[0].count == 2 else { return nil }
      return address(unquoted(trimmed(nodes[0][1])))
    }
  }

  /// Of the header `X-Forwarded-For`.
  static func xForwardedFor(_ headers: HTTPFields) -> [String?]? {
    value(of: "X-Forwarded-For", headers)?.split(separator: ",", omittingEmptySubsequences: false)
      .map { address(trimmed($0)) }
  }

  private static func value(of name: String, _ headers: HTTPFields) -> String? {
    HTTPField.Name(name).flatMap { headers[$0] }
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

  /// Splits a text at a separator that stands in no quotes.
  private static func split(_ text: some StringProtocol, at separator: Character) -> [String] {
    var isQuoted = false
    return String(text).split(omittingEmptySubsequences: false) { character in
      if character == "\"" { isQuoted.toggle() }
      return character == separator && !isQuoted
    }.map(String.init)
  }
}
