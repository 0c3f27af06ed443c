import AsyncAlgorithms
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
package import StoreAPI

extension HTTPBackend {
  /// As the contract says; a stream that breaks is opened again where it ended.
  ///
  /// It throws ``StoreAPI/StoreFault/unavailable(_:)`` when tries have brought nothing for
  /// some seconds since the last sign of life: whoever listens then knows that the store cannot be
  /// reached, and listens again when they want to.
  package func updates(
    after sequence: Int64
  ) -> AsyncThrowingStream<Answer<StoreUpdate>, any Error> {
    let listening = Listening(ResumedUpdates(backend: self, cursor: sequence))
    return AsyncThrowingStream { try await listening.next() }
  }
}

/// A task that listens as long as somebody reads.
private final class Listening: Sendable {
  private typealias Channel = AsyncThrowingChannel<Answer<StoreUpdate>, any Error>

  private let channel: Channel
  private let task: Task<Void, Never>

  init(_ stream: ResumedUpdates) {
    let channel = Channel()
    self.channel = channel
    task = Task {
      do {
        var stream = stream
        try await stream.run { await channel.send($0) }
        channel.finish()
      } catch {
        channel.fail(error)
      }
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

/// The stream of updates behind one that is broken now and then.
private struct ResumedUpdates: Sendable {
  let backend: HTTPBackend
  /// The last event that was handed on.
  var cursor: Int64

  private var store: HTTPStore { backend.store }

  init(backend: HTTPBackend, cursor: Int64) {
    self.backend = backend
    self.cursor = cursor
  }

  /// Hands on every update until the task is cancelled; each waits until the last is taken.
  mutating func run(_ take: (Answer<StoreUpdate>) async -> Void) async throws(StoreFault) {
    var retries = RetryState(store.settings.backoff)
    var start = store.settings.monotonic()
    while !Task.isCancelled {
      var wasHeard = false
      let failure = try await listen {
        wasHeard = true
        if let update = $0 { await take(update) }
      }
      // A stream that lived may break long after its last sign of life.
      if wasHeard {
        retries.reset()
        start = store.settings.monotonic()
      }
      let isWorthIt = await store.isWorthWaiting(&retries, after: failure, since: start)
      guard isWorthIt || Task.isCancelled else { throw store.unavailable(failure) }
    }
  }

  /// Listens once, until the stream breaks; `onReceive` is told of every sign of life.
  ///
  /// - Returns: Why it broke.
  /// - Throws: The fault with which the store ended it.
  private mutating func listen(
    _ onReceive: (Answer<StoreUpdate>?) async -> Void
  ) async throws(StoreFault) -> Failure {
    do {
      let response = try await open()
      guard response.status == .ok else { throw try await refusal(response) }
      try await read(response, onReceive)
      return Failure(kind: .lost, reason: "it ended the stream of updates")
    } catch StoreFault.unauthorized {
      throw await backend.refusal()
    } catch let fault as StoreFault {
      throw fault
    } catch {
      return await store.explained(Failure(error))
    }
  }

  private func open() async throws -> HTTPClientResponse {
    var request = try store.request(
      DeviceEndpoints.updates, UpdatesRequest(after: cursor), as: backend.bearer
    ).head
    request.headers.add(name: "last-event-id", value: "\(cursor)")
    request.headers.add(name: "accept", value: "text/event-stream")
    let timeout = store.settings.answerTimeout
    return try await store.streams.execute(request, timeout: .init(timeout))
  }

  private func refusal(_ response: HTTPClientResponse) async throws -> any Error {
    switch try await store.collected(response).meaning(as: NoInput.self) {
    case .refused(let fault): fault
    case .failed(let failure): failure
    case .answer: Failure(kind: .final, reason: "it answers with no stream of updates")
    }
  }

  private mutating func read(
    _ response: HTTPClientResponse, _ onReceive: (Answer<StoreUpdate>?) async -> Void
  ) async throws {
    var parser = EventParser()
    for try await bytes in response.body {
      await onReceive(nil)
      for event in try parser.events(in: bytes.readableBytesView) {
        try await take(event, onReceive)
      }
    }
  }

  /// An event that has been handed on already is no news: a proxy may have sent it twice.
  private mutating func take(
    _ event: EventParser.Event, _ onReceive: (Answer<StoreUpdate>?) async -> Void
  ) async throws {
    let data = Data(event.data.utf8)
    switch ServerSentEvent.Kind(rawValue: event.name) {
    case .update:
      let answer = try JSONDecoder.payload.decode(Answer<StoreUpdate>.self, from: data)
      guard answer.value.sequence > cursor else { return }
      await onReceive(answer)
      cursor = answer.value.sequence
    case .fault:
      throw try JSONDecoder.payload.decode(ErrorDocument<StoreFault>.self, from: data).error
    case nil: break
    }
  }
}
