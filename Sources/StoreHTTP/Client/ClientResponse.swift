import Foundation
import StoreAPI

/// What came back over HTTP, judged: nothing here waits for or asks anything.
struct ClientResponse {
  /// What a response means to the caller.
  enum Meaning<Output> {
    case answer(Output)
    case refused(StoreFault)
    case failed(Failure)
  }

  var status: Int
  /// Seconds, from the header `Retry-After`.
  var retryAfter: Int?
  var body: Data

  /// The answer or the refusal; what a store never says is a failure, because something between
  /// it and here has said it.
  func meaning<Output: Decodable>(as output: Output.Type) -> Meaning<Output> {
    if (200..<300).contains(status) {
      guard let answer = try? JSONDecoder.payload.decode(output, from: body) else {
        return .failed(Failure(kind: .lost, reason: "its answer cannot be read"))
      }
      return .answer(answer)
    }
    if let error: RequestError = error() { return .failed(failure(of: error)) }
    if let fault: StoreFault = error() { return meaning(of: fault) }
    // A server that has crashed in the middle or a proxy without one: the next try may do.
    return .failed(lost("it answers with \(status) and no body of a store"))
  }

  private func error<Failure: Codable & Sendable>() -> Failure? {
    try? JSONDecoder.payload.decode(ErrorDocument<Failure>.self, from: body).error
  }

  /// A store that cannot read its storage, or has an error that only a newer version knows, may
  /// have done what was asked.
  private func meaning<Output>(of fault: StoreFault) -> Meaning<Output> {
    switch fault {
    case .unavailable(let reason): .failed(lost(reason))
    case .unknown(_, let message) where status >= 500: .failed(lost(message))
    default: .refused(fault)
    }
  }

  private func failure(of error: RequestError) -> Failure {
    let reason = "it answers with \(status): \(error.message)"
    switch error.code {
    case .busy, .tooManyStreams:
      return Failure(kind: .putOff, reason: reason, retryAfter: pause)
    case .notFound, .methodNotAllowed, .malformed, .tooLarge:
      return Failure(kind: .final, reason: reason)
    }
  }

  private func lost(_ reason: String) -> Failure {
    Failure(kind: .lost, reason: reason, retryAfter: pause)
  }

  private var pause: Duration? { retryAfter.map { .seconds(max(0, $0)) } }
}
