/// The reason why no endpoint responds to a request.
enum RequestError: Error {
  /// The path is not one of the API.
  case notFound
  /// The path allows only these methods.
  case methodNotAllowed([String])
  /// The token is missing, or not accepted for this reason.
  case unauthenticated(reason: String)
  /// The endpoint was called too often; the next request may come at this time, in milliseconds since
  /// 1970.
  case tooManyRequests(next: Int64)
  /// The body has more bytes than this.
  case tooLarge(Int)
  /// The connection ended before the body did.
  case incomplete
  /// The server does not answer to this host name.
  case misdirected
  /// The request comes from a page of another origin.
  case foreignOrigin
}
