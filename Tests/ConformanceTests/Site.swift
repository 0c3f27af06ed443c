import Testing

/// Where the store of a test stands: its contracts hold at both.
enum Site: String, CaseIterable, Sendable, CustomTestStringConvertible {
  /// In this process.
  case process
  /// Behind a server on loopback.
  case http

  var testDescription: String { rawValue }
}
