import AppStorePayloads
import Foundation
import StoreAPI
import StoreHTTP

/// An HTTP response, and its meaning for the caller.
struct ClientResponse {
  /// The meaning of a response for the caller.
  enum Outcome<Output> {
    case answer(Output)
    case refused(StoreError)
    case failed(RequestFailure)
  }

  var status: Int
  /// Seconds, from the header `Retry-After`.
  var retryAfter: Int?
  var body: Data

  /// Returns the meaning of the response to an operation.
  ///
  /// A response that no store sends is a failure: something between the store and the client has
  /// sent it. An answer that does not match its schema is a failure too.
  func outcome<Output: SchemaCodable>(
    as output: Output.Type, of operation: String
  ) -> Outcome<Output> {
    if (200..<300).contains(status) {
      do {
        return .answer(try output.decode(ParsedJSON(body), of: .answer))
      } catch {
        return .failed(.unusable("answer to \(operation)", error))
      }
    }
    if let json = try? ParsedJSON(body) {
      if let error: RequestError = error(json) { return .failed(failure(of: error)) }
      if let error: StoreError = error(json) { return outcome(of: error) }
    }
    // The server has crashed, or a proxy cannot reach it: the next attempt may succeed.
    return .failed(lost("it answers with \(status), without the body that a store sends"))
  }

  private func error<Failure: DocumentedError>(_ json: ParsedJSON) -> Failure? {
    try? ErrorDocument<Failure>.decode(json).error
  }

  /// A store may have done the work if it cannot read its storage, or if only a newer version knows
  /// its error.
  private func outcome<Output>(of error: StoreError) -> Outcome<Output> {
    switch error {
    case .unavailable(let reason): .failed(lost(reason))
    case .unknown(_, let message) where status >= 500: .failed(lost(message))
    default: .refused(error)
    }
  }

  private func failure(of error: RequestError) -> RequestFailure {
    let reason = "it answers with \(status): \(error.message)"
    switch error.code {
    case .busy, .tooManyStreams, .tooManyRequests:
      return RequestFailure(kind: .busy, reason: reason, retryAfter: pause)
    case .notFound, .methodNotAllowed, .malformed, .tooLarge, .misdirected, .foreignOrigin:
      return RequestFailure(kind: .final, reason: reason)
    }
  }

  private func lost(_ reason: String) -> RequestFailure {
    RequestFailure(kind: .lost, reason: reason, retryAfter: pause)
  }

  private var pause: Duration? { retryAfter.map { .seconds(max(0, $0)) } }
}
