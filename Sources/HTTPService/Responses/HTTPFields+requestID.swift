package import HTTPTypes

extension HTTPFields {
  /// Adds the header with the request's ID, which the log has too.
  package mutating func setRequestID(_ id: String) {
    if let name = HTTPField.Name("X-Request-ID") { self[name] = id }
  }
}
