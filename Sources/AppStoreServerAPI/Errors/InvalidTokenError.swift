/// The reason why the token of a request is not accepted.
///
/// Apple's service answers 401 without saying why. This store writes the reason to its log, because
/// the person who runs it develops the client.
package struct InvalidTokenError: Error, Hashable, Sendable {
  /// A clause for the log, without a value of the token that could be secret.
  package var reason: String
  /// The error to respond with instead of 401 if the token could not be checked; otherwise `nil`.
  package var apiError: APIError?

  package init(_ reason: String, apiError: APIError? = nil) {
    self.reason = reason
    self.apiError = apiError
  }
}
