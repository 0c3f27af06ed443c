import HTTPTypes

extension HTTPFields {
  /// Names the request in its answer as the log names it.
  mutating func setRequestID(_ id: String) {
    if let name = HTTPField.Name("X-Request-ID") { self[name] = id }
  }
}
