package import HTTPTypes

/// The proxies that the server believes when they say for whom they ask.
package struct TrustedProxies: Sendable {
  private let ranges: [AddressRange]

  package init(_ ranges: [AddressRange]) {
    self.ranges = ranges
  }

  /// Whether the other end of a connection is one of them.
  func contains(_ address: String) -> Bool {
    ranges.contains { $0.contains(address) }
  }

  /// The address of the client that asks: that of the connection's other end, unless it is a trusted
  /// proxy that names another.
  ///
  /// Each proxy adds the address that asked it at the end. So the client's is the last one that is not
  /// a trusted proxy's: what stands before it is what the client wrote. If the headers cannot be read,
  /// or if both are there and differ, the address is the proxy's own.
  package func client(of peer: String, _ headers: HTTPFields) -> String {
    guard contains(peer) else { return peer }
    let forwarded = ForwardedFor.forwarded(headers)
    let xForwardedFor = ForwardedFor.xForwardedFor(headers)
    let named = [forwarded, xForwardedFor].compactMap(\.self).map { client(in: $0) ?? peer }
    return Set(named).count == 1 ? named[0] : peer
  }

  /// - Returns: `nil` if one of the addresses up to the client's cannot be read.
  private func client(in addresses: [String?]) -> String? {
    for address in addresses.reversed() {
      guard let address else { return nil }
      if !contains(address) { return address }
    }
    // Proxies ask for themselves, to see whether the server lives.
    return addresses.first ?? nil
  }
}
