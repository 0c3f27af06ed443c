import Testing

/// Where a test reaches its store.
///
/// The contracts hold at both.
enum Site: String, CaseIterable, Sendable, CustomTestStringConvertible {
  /// In this process.
  case process
  /// Behind a server on loopback.
  case http

  var testDescription: String { rawValue }
}
