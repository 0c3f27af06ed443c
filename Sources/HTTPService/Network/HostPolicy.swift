package import HTTPTypes

/// The host names to which the server answers, and whose pages may send requests.
///
/// A web page can make its own host name resolve to this server's address, and then send requests to the
/// server as to its own site (DNS rebinding). So the server refuses every name that its settings do not
/// have. It answers to addresses and `localhost`, which are no page's name. It also refuses a page of
/// another origin.
package struct HostPolicy: Sendable {
  private let names: Set<String>

  /// Allows these names, in addition to addresses and `localhost`.
  package init(names: [String]) {
    self.names = Set(names.compactMap { Authority($0)?.host } + ["localhost"])
  }

  /// Whether the text is a name that can be allowed: without a scheme, a port or a path.
  package static func isName(_ text: String) -> Bool {
    guard let authority = Authority(text), authority.port == nil, !text.hasSuffix(":") else {
      return false
    }
    return authority.host.allSatisfy { character in
      character.isASCII && (character.isLetter || character.isNumber || "-._".contains(character))
    } || AddressRange.isAddress(authority.host)
  }

  /// Checks the headers `Host` and `Origin` of a request.
  ///
  /// A request without `Host`, which HTTP/1.0 allows, does not come from a page.
  ///
  package func check(_ request: HTTPRequest) throws(HostError) {
    let host = request.authority.flatMap { Authority($0) }
    try check(host, written: request.authority, isAlone: !request.hasSecondHost)
    guard let origin = request.headerFields[.origin] else { return }
    guard let host, Self.isSame(origin, host) else { throw .foreignOrigin }
  }

  private func check(
    _ host: Authority?, written: String?, isAlone: Bool
  ) throws(HostError) {
    guard written != nil else { return }
    guard isAlone, let host, names.contains(host.host) || AddressRange.isAddress(host.host) else {
      throw .misdirected
    }
  }

  private static func isSame(_ origin: String, _ host: Authority) -> Bool {
    let ports = ["http": 80, "https": 443]
    guard let end = origin.firstRange(of: "://"),
      let page = Authority(String(origin[end.upperBound...])),
      let port = ports[origin[..<end.lowerBound].lowercased()]
    else { return false }
    return page.host == host.host && page.port ?? port == host.port ?? port
  }
}

/// The reason why a request to this host name is refused.
package enum HostError: Error, Hashable, Sendable {
  /// The server does not answer to this host name.
  case misdirected
  /// The request comes from a page of another origin.
  case foreignOrigin
}

extension HTTPRequest {
  /// Whether there is another header `Host` besides the authority's.
  fileprivate var hasSecondHost: Bool {
    HTTPField.Name("Host").map { headerFields.contains($0) } ?? false
  }
}
