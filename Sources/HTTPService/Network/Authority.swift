/// A host and perhaps a port, as in the header `Host`.
struct Authority: Hashable {
  /// In lower case, without the brackets of an IPv6 address and without a dot at its end.
  let host: String
  let port: Int?

  /// - Returns: `nil` if the text is not a host with or without a port.
  init?(_ text: String) {
    let (host, rest) = Self.split(text)
    guard !host.isEmpty, let port = Self.port(rest) else { return nil }
    let name = host.lowercased()
    self.host = name.hasSuffix(".") ? String(name.dropLast()) : name
    self.port = port
  }

  private static func split(_ text: String) -> (host: Substring, rest: Substring) {
    guard text.hasPrefix("["), let end = text.firstIndex(of: "]") else {
      let end = text.firstIndex(of: ":") ?? text.endIndex
      return (text[..<end], text[end...])
    }
    return (text[text.index(after: text.startIndex)..<end], text[text.index(after: end)...])
  }

  /// - Returns: The port, a value of `nil` if there is none, or `nil` if the text is not a port.
  private static func port(_ text: Substring) -> Int?? {
    guard !text.isEmpty else { return .some(nil) }
    let digits = text.dropFirst()
    guard text.first == ":", digits.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
    // A colon without a port means the standard port.
    guard !digits.isEmpty else { return .some(nil) }
    return Int(digits).flatMap { $0 <= 65_535 ? .some(.some($0)) : nil }
  }
}
