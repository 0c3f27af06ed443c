import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import StoreAPI

extension Response {
  /// An answer in JSON, which nobody keeps: each holds for one moment and one caller.
  static func json(
    _ value: some Encodable, status: HTTPResponse.Status = .ok
  ) throws -> Response {
    .json(try JSONEncoder.payload.encode(value), status: status)
  }

  /// The same of bytes that are JSON.
  static func json(_ data: Data, status: HTTPResponse.Status = .ok) -> Response {
    Response(
      status: status, headers: [.contentType: "application/json", .cacheControl: "no-store"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: data)))
  }
}

extension Response {
  /// What a fault is over HTTP.
  init(_ fault: StoreFault) {
    self = .document(ErrorDocument(fault), status: fault.httpStatus)
    if status == .unauthorized { headers[.wwwAuthenticate] = "Bearer" }
    if case .tooManyAttempts(let seconds) = fault { headers[.retryAfter] = "\(max(1, seconds))" }
    if case .unavailable = fault { headers[.retryAfter] = "1" }
  }

  /// What is answered where no operation is reached.
  init(_ refusal: RequestError) {
    self = .document(ErrorDocument(refusal), status: refusal.status)
    switch refusal.code {
    case .tooManyStreams: headers[.retryAfter] = "15"
    case .busy: headers[.retryAfter] = "1"
    case .notFound, .methodNotAllowed, .malformed, .tooLarge: break
    }
  }

  /// A refusal that cannot be written as JSON keeps its status.
  private static func document(
    _ value: some Encodable, status: HTTPResponse.Status
  ) -> Response {
    (try? .json(value, status: status)) ?? Response(status: status)
  }
}
