import Foundation
import StoreAPI

/// What came back over HTTP, judged: nothing here waits for or asks anything.
struct ClientResponse {
  /// What a reply is to whoever asked.
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
    if let fault = try? JSONDecoder.payload.decode(FaultDocument.self, from: body).fault {
      return meaning(of: fault)
    }
    return .failed(failure)
  }

  /// A store that cannot read its storage may have done what was asked.
  private func meaning<Output>(of fault: StoreFault) -> Meaning<Output> {
    guard case .unavailable(let reason) = fault else { return .refused(fault) }
    return .failed(Failure(kind: .lost, reason: reason, retryAfter: pause))
  }

  private var failure: Failure {
    guard let refusal = try? JSONDecoder().decode(RequestError.Document.self, from: body) else {
      // A server that has crashed in the middle or a proxy without one: the next try may do.
      return Failure(
        kind: .lost, reason: "it answers with \(status) and no words of a store",
        retryAfter: pause)
    }
    let reason = "it answers with \(status): \(refusal.error.message)"
    switch refusal.error.code {
    case .busy, .tooManyStreams:
      return Failure(kind: .putOff, reason: reason, retryAfter: pause)
    case .notFound, .methodNotAllowed, .malformed, .tooLarge:
      return Failure(kind: .final, reason: reason)
    }
  }

  private var pause: Duration? { retryAfter.map { .seconds(max(0, $0)) } }
}
