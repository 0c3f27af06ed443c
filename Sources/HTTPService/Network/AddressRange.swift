import Glibc

/// A range of network addresses, such as `10.0.0.0/8` or `2001:db8::/32`.
package struct AddressRange: Hashable, Sendable {
  private let first: [UInt8]
  /// The number of leading bits of `first` that the addresses of the range share.
  private let prefix: Int

  /// Reads a range in CIDR notation, or one address.
  ///
  /// - Returns: `nil` if the text is neither.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = Self.bytes(of: String(parts[0])) else { return nil }
    // An IPv4 address is the end of an IPv6 address.
    let bits = parts[0].contains(":") ? 128 : 32
    guard parts.count == 2 else {
      (first, prefix) = (address, 128)
      return
    }
    guard let length = Self.number(parts[1]), length <= bits else { return nil }
    (first, prefix) = (address, 128 - bits + length)
  }

  /// Whether a numeric address is in the range; no other text is.
  package func contains(_ address: String) -> Bool {
    guard let bytes = Self.bytes(of: address) else { return false }
    return zip(first, bytes).enumerated().allSatisfy { index, pair in
      let bits = min(8, max(0, prefix - index * 8))
      let mask = UInt8(truncatingIfNeeded: 0xFF << (8 - bits))
      return pair.0 & mask == pair.1 & mask
    }
  }

  /// Whether the text is a numeric address.
  static func isAddress(_ text: String) -> Bool { bytes(of: text) != nil }

  private static func number(_ text: Substring) -> Int? {
    text.allSatisfy { ("0"..."9").contains($0) } ? Int(text) : nil
  }

  /// The 16 bytes of an IPv6 address, or of an IPv4 address mapped to one.
  private static func bytes(of text: String) -> [UInt8]? {
    guard text.contains(":") else {
      var address = in_addr()
      guard inet_pton(AF_INET, text, &address) == 1 else { return nil }
      return Array(repeating: 0, count: 10) + [0xFF, 0xFF]
        + withUnsafeBytes(of: address, Array.init)
    }
    // A link-local address has the name of an interface after the %.
    var address = in6_addr()
    guard inet_pton(AF_INET6, String(text.prefix { $0 != "%" }), &address) == 1 else { return nil }
    return withUnsafeBytes(of: address, Array.init)
  }
}
