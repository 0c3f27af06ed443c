import Foundation
import StoreHTTP

/// The address of a store over HTTP: `http://HOST:PORT` or `https://HOST:PORT`.
package struct StoreAddress: Hashable, Sendable {
  package enum Scheme: String, Sendable {
    case http, https
  }

  package let scheme: Scheme
  /// A name or an IP address, in lower case and without the brackets of an IPv6 address.
  package let host: String
  package let port: Int

  /// Reads a URL as a person types it.
  ///
  /// - Throws: ``StoreAddressError``, which says what is wrong.
  package init(_ text: String) throws(StoreAddressError) {
    guard let parts = URLComponents(string: text), let name = parts.scheme?.lowercased() else {
      throw StoreAddressError(text: text, reason: "it is not a URL")
    }
    guard let scheme = Scheme(rawValue: name) else {
      throw StoreAddressError(
        text: text, reason: "a store uses http or https, not '\(name)'")
    }
    if let problem = Self.problem(of: parts) {
      throw StoreAddressError(text: text, reason: problem)
    }
    self.scheme = scheme
    host = Self.host(of: parts)
    port = parts.port ?? (scheme == .http ? 80 : 443)
  }

  /// The reason why the URL is not the address of a store; `nil` if it is one.
  private static func problem(of parts: URLComponents) -> String? {
    let host = host(of: parts)
    return if parts.user != nil || parts.password != nil {
      "remove the user name and password from the address, and sign in with skdemo sign-in"
    } else if parts.query != nil || parts.fragment != nil || !["", "/"].contains(parts.path) {
      "it must end after the host and the port"
    } else if host.isEmpty || host.contains(where: { !isAllowed($0) }) {
      "it has no host"
    } else if let port = parts.port, !(1...65_535).contains(port) {
      "\(port) is not a port: it must be 1 to 65535"
    } else {
      nil
    }
  }

  private static func host(of parts: URLComponents) -> String {
    (parts.host ?? "").lowercased().trimmingCharacters(in: ["[", "]"])
  }

  /// Whether this character is allowed in a host's name or address.
  ///
  /// The host becomes a folder's name.
  private static func isAllowed(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || "-.:_".contains(character))
  }
}

extension StoreAddress: CustomStringConvertible {
  /// The URL in its shortest form, without a slash at the end.
  package var description: String {
    let isUsual = port == (scheme == .http ? 80 : 443)
    return "\(scheme.rawValue)://\(quotedHost)\(isUsual ? "" : ":\(port)")"
  }

  private var quotedHost: String { host.contains(":") ? "[\(host)]" : host }
}

extension StoreAddress {
  /// Whether the store is on this machine.
  package var isLoopback: Bool {
    host == "localhost" || host.hasSuffix(".localhost") || host == "::1"
      || host.wholeMatch(of: #/127(\.[0-9]{1,3}){3}/#) != nil
  }

  /// Whether others on the network may read passwords and tokens.
  package var isExposed: Bool { scheme == .http && !isLoopback }
}

/// An error of a text that is not the address of a store.
package struct StoreAddressError: Error, Hashable, Sendable, CustomStringConvertible {
  package let text: String
  /// The reason, as the middle of a sentence.
  package let reason: String

  package var description: String {
    "'\(text)' is not the address of a store: \(reason). Write one such as http://localhost:8080"
  }
}
