import Glibc

/// Where a call comes from, as attempts are counted: an IPv4 address, or the first 64 bits of an
/// IPv6 address, because one customer has all the others.
package struct NetworkAddress: Hashable, Sendable {
  package let key: String

  /// `text` is numeric; anything else counts as itself.
  package init(_ text: String) {
    // Without the name of an interface, which a link-local address has.
    let plain = String(text.prefix { $0 != "%" })
    key = Self.network(of: plain) ?? String(plain.unicodeScalars.prefix(64))
  }

  private static func network(of text: String) -> String? {
    var address = in6_addr()
    guard inet_pton(AF_INET6, text, &address) == 1 else { return nil }
    let bytes = withUnsafeBytes(of: address) { Array($0) }
    let isIPv4 = bytes.starts(with: Array(repeating: 0, count: 10) + [0xFF, 0xFF])
    return isIPv4
      ? bytes.suffix(4).map { String($0) }.joined(separator: ".")
      : bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":") + "::/64"
  }
}
