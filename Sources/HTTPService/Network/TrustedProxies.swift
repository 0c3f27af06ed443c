package import HTTPTypes

/// Proxies whose forwarding headers are trusted.
package struct TrustedProxies: Sendable {
  private let ranges: [AddressRange]

  package init(_ ranges: [AddressRange]) {
    self.ranges = ranges
  }

  /// Whether the remote address of a connection is one of them.
  func contains(_ address: String) -> Bool {
    ranges.contains { $0.contains(address) }
  }

  /// Returns the client's address: the connection's remote address, unless that is a trusted proxy
  /// that names another one.
  ///
  /// Each proxy appends the address of its own client. So the client's address is the last one that
  /// is not a trusted proxy's; the client itself may have written those before it. If the headers
  /// cannot be read, or if both are present and differ, the result is the proxy's own address.
  package func client(of peer: String, _ headers: HTTPFields) -> String {
    guard contains(peer) else { return peer }
    let forwarded = ForwardedFor.forwarded(headers)
    let xForwardedFor = ForwardedFor.xForwardedFor(headers)
    let named = [forwarded, xForwardedFor].compactMap(\.self).map { client(in: $0) ?? peer }
    return Set(named).count == 1 ? named[0] : peer
  }

  /// - Returns: `nil` if an address that must be checked cannot be read.
  private func client(in addresses: [String?]) -> String? {
    for address in addresses.reversed() {
      guard let address else { return nil }
      if !contains(address) { return address }
    }
    // Proxies send requests of their own, to check the server's health.
    return addresses.first ?? nil
  }
}
