import Testing

/// The site of a test's store; the contracts hold at both sites.
enum Site: String, CaseIterable, Sendable, CustomTestStringConvertible {
  /// In this process.
  case process
  /// In a server on loopback, over HTTP.
  case http

  var testDescription: String { rawValue }
}
