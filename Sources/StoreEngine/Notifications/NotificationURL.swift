package import Foundation
import NetworkAddresses
package import StoreAPI

/// A URL to which notifications may be sent.
///
/// It is `https`, or `http` for a server on this machine. It names no address of the machine's own
/// network unless that is allowed. A name may still lead to such an address, so the sender checks
/// the address to which it resolves.
package struct NotificationURL: Hashable, Sendable {
  package let url: URL
  /// A name or an address, in lower case and without the brackets of an IPv6 address.
  package let host: String

  /// Reads a URL as a person types it.
  ///
  /// - Throws: ``StoreAPI/StoreError/invalidNotificationURL(url:reason:)``.
  package init(_ text: String, allowsOwnNetwork: Bool) throws(StoreError) {
    guard let parts = Self.parts(of: text), let url = parts.url else {
      throw .invalidNotificationURL(url: String(text.prefix(100)), reason: "it is not a URL")
    }
    host = Self.host(of: parts)
    self.url = url
    if let reason = Self.problem(of: parts, host, allowsOwnNetwork) {
      throw .invalidNotificationURL(url: text, reason: reason)
    }
  }

  /// Whether the host is this machine by its name or address, without a DNS lookup.
  package var isLoopback: Bool { Self.isLoopback(host) }

  private static let lengthLimit = 2_048

  private static func parts(of text: String) -> URLComponents? {
    let isPlain = text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    return isPlain && text.utf8.count <= lengthLimit ? URLComponents(string: text) : nil
  }

  private static func host(of parts: URLComponents) -> String {
    var host = (parts.host ?? "").lowercased()
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    return host
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: ":"): true
    default: false
    }
  }

  private static func isLoopback(_ host: String) -> Bool {
    host == "localhost" || host.hasSuffix(".localhost") || IPAddress(host)?.isLoopback == true
  }

  private static func problem(
    of parts: URLComponents, _ host: String, _ allowsOwnNetwork: Bool
  ) -> String? {
    let scheme = parts.scheme?.lowercased()
    if scheme != "https", scheme != "http" { return "use https, or http for this machine" }
    if parts.user != nil || parts.password != nil {
      return "remove the user name and password from the URL"
    }
    if parts.fragment != nil { return "remove the part after #" }
    if host.isEmpty || !host.utf8.allSatisfy(isAllowed) { return "it has no host" }
    if parts.percentEncodedHost?.contains("%") == true { return "write its host without %" }
    if let port = parts.port, !(1...65_535).contains(port) { return "\(port) is not a port" }
    if isLoopback(host) { return nil }
    if scheme == "http" { return "use https: http is only for a server on this machine" }
    guard allowsOwnNetwork || IPAddress(host)?.isPublic != false else {
      return "its address is in the machine's own network, which is not allowed"
    }
    return nil
  }
}
