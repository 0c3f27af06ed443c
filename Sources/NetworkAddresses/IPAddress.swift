import Glibc

/// A numeric IPv4 or IPv6 address.
package struct IPAddress: Hashable, Sendable {
  /// 4 or 16 bytes; an IPv4 address that is written as an IPv6 address has 4.
  private let bytes: [UInt8]

  /// Reads a numeric address; `nil` for any other text, such as a host's name.
  package init?(_ text: String) {
    guard let bytes = Self.bytes(text, AF_INET, 4) ?? Self.bytes(text, AF_INET6, 16) else {
      return nil
    }
    let isMapped = bytes.count == 16 && bytes.starts(with: Self.mappedPrefix)
    self.bytes = isMapped ? Array(bytes.suffix(4)) : bytes
  }

  private static let mappedPrefix = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]

  private static func bytes(_ text: String, _ family: CInt, _ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    return inet_pton(family, text, &bytes) == 1 ? bytes : nil
  }
}

extension IPAddress {
  /// Whether it leads to this machine itself.
  package var isLoopback: Bool {
    bytes.count == 4 ? bytes[0] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1]
  }

  /// Whether it is an address of the public internet.
  ///
  /// An address of a private, shared or local network is not public, nor is one that accepts no
  /// connections.
  ///
  /// An IPv6 address that embeds an IPv4 address for translation is not public. Source: the
  /// special-purpose address registries of IANA.
  package var isPublic: Bool {
    let reserved = bytes.count == 4 ? Self.reservedIPv4 : Self.reservedIPv6
    let isUnicast = bytes.count == 4 || bytes[0] & 0xE0 == 0x20
    return isUnicast && !reserved.contains { $0.contains(bytes) }
  }

  private static let reservedIPv4: [Network] = [
    Network([0], 8), Network([10], 8), Network([100, 64], 10), Network([127], 8),
    Network([169, 254], 16), Network([172, 16], 12), Network([192, 0, 0], 24),
    Network([192, 0, 2], 24), Network([192, 88, 99], 24), Network([192, 168], 16),
    Network([198, 18], 15), Network([198, 51, 100], 24), Network([203, 0, 113], 24),
    Network([224], 3),
  ]

  /// The reserved networks within the range of public addresses.
  private static let reservedIPv6: [Network] = [
    Network([0x20, 0x01, 0x00], 23), Network([0x20, 0x01, 0x0D, 0xB8], 32),
    Network([0x20, 0x02], 16), Network([0x3F, 0xFF], 20),
  ]
}

/// The addresses that begin with the same bits.
private struct Network {
  private let prefix: [UInt8]
  private let length: Int

  init(_ prefix: [UInt8], _ length: Int) {
    self.prefix = prefix + [UInt8](repeating: 0, count: max(0, 4 - prefix.count))
    self.length = length
  }

  func contains(_ address: [UInt8]) -> Bool {
    (0..<length).allSatisfy { bit in
      let mask = UInt8(0x80) >> (bit % 8)
      return address[bit / 8] & mask == prefix[bit / 8] & mask
    }
  }
}
