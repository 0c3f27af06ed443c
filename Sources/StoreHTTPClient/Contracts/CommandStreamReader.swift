import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import StoreAPI
import StoreHTTP
import StoreOperatorAPI
import Synchronization

/// Reads the stream of one command: its progress, and then its answer.
struct CommandStreamReader: Sendable {
  typealias Outcome = ClientResponse.Outcome<Answer<OperatorResult>>

  let store: HTTPStore
  let progress: StoreOperator.ProgressHandler

  /// Sends the request, and passes on the progress until the answer.
  ///
  /// - Returns: The answer, the refusal, or a failure if the stream ends before.
  /// - Throws: The error of a connection that cannot be made or that breaks.
  func answer(to request: HTTPClientRequest) async throws -> Outcome {
    var request = request
    request.headers.add(name: "accept", value: "text/event-stream, application/json")
    // A store that knows no progress responds when the command has ended.
    let response = try await store.streams.execute(
      request, timeout: .init(store.settings.operatorTimeout))
    guard response.isEventStream else {
      return try await store.collected(response).outcome(
        as: Answer<OperatorResult>.self, of: OperatorEndpoints.perform.route.operation)
    }
    store.reachability.withLock { $0.answered() }
    return try await read(response)
      ?? .failed(RequestFailure(kind: .lost, reason: "its response ended before the command did"))
  }

  /// Returns `nil` if the stream ends without an answer.
  private func read(_ response: HTTPClientResponse) async throws -> Outcome? {
    var parser = EventParser()
    for try await bytes in response.body {
      for event in try parser.events(in: bytes.readableBytesView) {
        if let outcome = try read(event) { return outcome }
      }
    }
    return nil
  }

  private func read(_ event: EventParser.Event) throws -> Outcome? {
    switch ServerSentEvent.Kind(rawValue: event.name) {
    case .progress:
      progress(try OperatorProgress.decode(event.json(), of: .answer))
      return nil
    case .answer:
      return .answer(try Answer<OperatorResult>.decode(event.json(), of: .answer))
    case .error:
      return outcome(of: try ErrorDocument<StoreError>.decode(event.json()).error)
    case .update, nil: return nil
    }
  }
}

extension CommandStreamReader {
  /// A store that became unavailable may have done a part; every other error is a refusal, also one that
  /// only a later version knows.
  private func outcome(of error: StoreError) -> Outcome {
    guard case .unavailable(let reason) = error else { return .refused(error) }
    return .failed(RequestFailure(kind: .lost, reason: reason))
  }
}
