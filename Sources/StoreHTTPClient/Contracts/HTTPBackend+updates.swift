import AsyncAlgorithms
import AsyncHTTPClient
import NIOCore
import NIOHTTP1
package import StoreAPI
import StoreHTTP
import Synchronization

extension HTTPBackend {
  /// The stream ends, as the contract says, when its connection breaks, or if it is silent for
  /// longer than the store's heartbeats allow.
  package func updates(
    after sequence: Int64, known: Int64?
  ) -> AsyncThrowingStream<Answer<StoreUpdate>, any Error> {
    let listener = UpdateConnection(self, after: sequence, known: known)
    return AsyncThrowingStream { try await listener.next() }
  }
}

/// A task that reads the stream until the last reference to this object goes.
private final class UpdateConnection: Sendable {
  private typealias Channel = AsyncThrowingChannel<Answer<StoreUpdate>, any Error>

  private let channel: Channel
  private let task: Task<Void, Never>

  init(_ backend: HTTPBackend, after sequence: Int64, known: Int64?) {
    let channel = Channel()
    self.channel = channel
    task = Task {
      var stream = UpdateStreamReader(backend: backend, known: known, cursor: sequence)
      let end = await stream.run { await channel.send($0) }
      if Task.isCancelled { channel.finish() } else { channel.fail(end) }
    }
  }

  deinit { task.cancel() }

  func next() async throws -> Answer<StoreUpdate>? {
    try await withTaskCancellationHandler {
      var iterator = channel.makeAsyncIterator()
      return try await iterator.next()
    } onCancel: {
      task.cancel()
    }
  }
}

/// One response of the store that is a stream of updates.
private struct UpdateStreamReader: Sendable {
  let backend: HTTPBackend
  /// The last event that the device knows of from its purchases.
  let known: Int64?
  /// The last event that was passed on.
  var cursor: Int64

  private var store: HTTPStore { backend.store }

  /// Passes every update to `take` until the stream ends, one after the other.
  ///
  /// - Returns: The error with which the stream ends.
  mutating func run(_ take: (Answer<StoreUpdate>) async -> Void) async -> any Error {
    do {
      let response = try await open()
      guard response.status == .ok else { throw try await refusal(response) }
      if response.isEventStream { store.reachability.withLock { $0.answered() } }
      try await read(response, take)
      return store.unavailable(
        RequestFailure(kind: .lost, reason: "it ended the stream of updates"))
    } catch StoreError.unauthorized {
      return await backend.refusal()
    } catch let error as StoreError {
      return error
    } catch let error as HTTPClientError where error == .readTimeout {
      return HeartbeatTimeout(
        "\(store.address): it has sent nothing for \(store.settings.idleTimeout)")
    } catch {
      return store.unavailable(await store.explained(RequestFailure(error)))
    }
  }

  private func open() async throws -> HTTPClientResponse {
    var request = try store.request(
      DeviceEndpoints.updates, UpdatesRequest(after: cursor, known: known),
      as: backend.authorization
    ).head
    request.headers.add(name: "last-event-id", value: "\(cursor)")
    request.headers.add(name: "accept", value: "text/event-stream")
    let timeout = store.settings.answerTimeout
    return try await store.streams.execute(request, timeout: .init(timeout))
  }

  private func refusal(_ response: HTTPClientResponse) async throws -> any Error {
    switch try await store.collected(response).outcome(
      as: NoInput.self, of: DeviceEndpoints.updates.route.operation)
    {
    case .refused(let error): error
    case .failed(let failure): failure
    case .answer: RequestFailure(kind: .final, reason: "its answer is not a stream of updates")
    }
  }

  private mutating func read(
    _ response: HTTPClientResponse, _ take: (Answer<StoreUpdate>) async -> Void
  ) async throws {
    var parser = EventParser()
    for try await bytes in response.body {
      for event in try parser.events(in: bytes.readableBytesView) { try await read(event, take) }
    }
  }

  /// An event that was already delivered is skipped: a proxy may have sent it twice.
  private mutating func read(
    _ event: EventParser.Event, _ take: (Answer<StoreUpdate>) async -> Void
  ) async throws {
    switch ServerSentEvent.Kind(rawValue: event.name) {
    case .update:
      let answer = try Answer<StoreUpdate>.decode(event.json(), of: .answer)
      guard !answer.value.isEvent || answer.value.sequence > cursor else { return }
      await take(answer)
      cursor = max(cursor, answer.value.sequence)
    case .error:
      throw try ErrorDocument<StoreError>.decode(event.json()).error
    case .progress, .answer, nil: break
    }
  }
}
