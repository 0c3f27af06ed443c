/// What goes over the wire in place of an answer: `{"error": {"code", "message", …}}`, of a
/// `StoreFault` or a ``RequestError``.
package struct ErrorDocument<Failure: Codable & Sendable>: Codable, Sendable {
  package var error: Failure

  package init(_ error: Failure) {
    self.error = error
  }
}
