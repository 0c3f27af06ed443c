import AppStorePayloads
import AppStoreServerAPI
import Foundation
import HTTPService
import HTTPTypes
import Hummingbird

extension Response {
  /// The successful response with a value.
  static func json(_ value: some Encodable) throws -> Response {
    .uncached(try PlainEncoder.encode(value))
  }

  /// A successful response without a body.
  static func empty(_ status: HTTPResponse.Status) -> Response {
    Response(status: status, headers: [.cacheControl: "no-store"])
  }

  /// The response with an error of the API.
  ///
  /// Its type is exactly `application/json`: Apple's library for Python compares the whole header.
  init(_ error: APIError) {
    let status = HTTPResponse.Status(code: error.status)
    guard let body = try? PlainEncoder.encode(APIErrorDocument(error)) else {
      self.init(status: status)
      return
    }
    self = .uncached(body, status: status)
  }

  /// The response to a request that reaches no endpoint.
  ///
  /// Apple gives it no error number, so its body is text.
  init(_ error: RequestError) {
    switch error {
    case .tooManyRequests(let next):
      self.init(APIError.rateLimitExceeded)
      headers[.retryAfter] = "\(next)"
    case .unauthenticated:
      self = .text("Unauthenticated", status: .unauthorized)
      headers[.wwwAuthenticate] = "Bearer"
    case .notFound: self = .text("There is no such path in this API.", status: .notFound)
    case .methodNotAllowed(let methods):
      let allowed = methods.joined(separator: ", ")
      self = .text("This path allows only \(allowed).", status: .methodNotAllowed)
      headers[.allow] = allowed
    case .tooLarge(let size):
      self = .text(
        "The body is too large: send at most \(size) bytes.", status: .contentTooLarge)
    case .incomplete:
      self = .text("The connection ended before the body did.", status: .badRequest)
    case .misdirected:
      self = .text(
        "The store does not answer to the name in the header Host: use its address, or a name that "
          + "was given to skdemo serve with --allow-host NAME.", status: .misdirectedRequest)
    case .foreignOrigin:
      self = .text(
        "The request comes from a page of another origin: only pages of this store's origin may "
          + "send it.", status: .forbidden)
    }
  }

  private static func text(_ sentence: String, status: HTTPResponse.Status) -> Response {
    .uncached(Data(sentence.utf8), as: "text/plain; charset=utf-8", status: status)
  }
}

/// The body of an error.
private struct APIErrorDocument: Encodable {
  let errorCode: Int
  let errorMessage: String

  init(_ error: APIError) {
    errorCode = error.rawValue
    errorMessage = error.message
  }
}
