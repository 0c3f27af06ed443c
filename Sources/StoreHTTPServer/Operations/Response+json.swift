import AppStorePayloads
import Foundation
import HTTPService
import HTTPTypes
import Hummingbird
import StoreAPI
import StoreHTTP

extension Response {
  static func json(
    _ value: some Encodable, status: HTTPResponse.Status = .ok
  ) throws -> Response {
    .uncached(try PlainEncoder.encode(value), status: status)
  }

  /// The response with an error of the store.
  init(_ error: StoreError) {
    self = .document(ErrorDocument(error), status: error.httpStatus)
    if status == .unauthorized { headers[.wwwAuthenticate] = "Bearer" }
    if case .tooManyAttempts(let seconds) = error { headers[.retryAfter] = "\(max(1, seconds))" }
    switch error {
    case .unavailable: headers[.retryAfter] = "1"
    // These wait for a person.
    case .clockNotAccepted, .certificatesNotValid: headers[.retryAfter] = "60"
    default: break
    }
  }

  /// The response to a request that reaches no operation.
  init(_ refusal: RequestError) {
    self = .document(ErrorDocument(refusal), status: refusal.status)
    switch refusal.code {
    case .tooManyStreams: headers[.retryAfter] = "15"
    case .busy, .tooManyRequests: headers[.retryAfter] = "1"
    case .notFound, .methodNotAllowed, .malformed, .tooLarge, .misdirected, .foreignOrigin: break
    }
  }

  /// If the error cannot be encoded, the response has its status and no body.
  private static func document(
    _ value: some Encodable, status: HTTPResponse.Status
  ) -> Response {
    (try? .json(value, status: status)) ?? Response(status: status)
  }
}
