import Glibc

/// The network of a client, by which attempts are counted.
///
/// It is an IPv4 address or the first 64 bits of an IPv6 address, because one customer usually has
/// all addresses with the same first 64 bits.
package struct NetworkAddress: Hashable, Sendable {
  package let key: String

  /// Reads a numeric address; any other text is a network of its own.
  package init(_ text: String) {
    // A link-local address has the name of an interface after the %.
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
