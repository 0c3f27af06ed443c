/// The JSON of an error: `{"error": {"code", "message", …}}`.
///
/// The error is a `StoreFault` or a ``RequestError``.
package struct ErrorDocument<Failure: Codable & Sendable>: Codable, Sendable {
  package var error: Failure

  package init(_ error: Failure) {
    self.error = error
  }
}
