import AsyncAlgorithms
import CoreMetrics
import Foundation
import HummingbirdCore
import NIOCore
import StoreAPI
import StoreHTTP

/// Writes a stream of server-sent events, one after the other.
///
/// It asks for the next event while the last one is written.
struct SSEWriter: Sendable {
  /// Passes the events of a stream on, and returns when there are no more.
  ///
  /// A `StoreError` that it throws is the last event. It is cancelled when the stream ends early.
  typealias Source =
    @Sendable (_ send: @Sendable (ServerSentEvent) async -> Void) async throws -> Void

  private enum Part {
    case event(ServerSentEvent)
    /// The store ends the stream, with this error if it has one.
    case end(StoreError?)
  }

  /// Counts the events that were written, other than the error at the end.
  var counter: Counter?
  let source: Source

  /// How a stream of events ended.
  struct Outcome {
    let end: StreamEnd
    /// The last event, if it is an error.
    var error: StoreError?
  }

  /// Writes until the connection reports an end or the store ends the events.
  ///
  /// Returns when the source has returned, even if it was cancelled.
  ///
  /// - Returns: Why it ended. If that was before the first event, the source was not asked.
  func write(
    until ending: StreamEnding, to writer: inout any ResponseBodyWriter
  ) async -> Outcome {
    if let end = ending.end { return Outcome(end: end) }
    let parts = AsyncChannel<Part>()
    ending.whenReported { parts.finish() }
    let storeEnd = await withTaskGroup(of: Void.self, returning: Outcome?.self) { group in
      group.addTask { await read(into: parts) }
      let storeEnd = await write(parts, to: &writer)
      group.cancelAll()
      return storeEnd
    }
    // Without a report the connection's task was cancelled, which only the server's end does.
    return storeEnd ?? Outcome(end: ending.end ?? .serverEnding)
  }

  private func read(into parts: AsyncChannel<Part>) async {
    var storeError: StoreError?
    do {
      try await source { event in await parts.send(.event(event)) }
    } catch {
      storeError = error as? StoreError
    }
    // What was cancelled was not ended by the store.
    if !Task.isCancelled { await parts.send(.end(storeError)) }
  }

  /// Writes the parts until they end.
  ///
  /// If a write fails, the client has disconnected, and the connection reports the reason.
  ///
  /// - Returns: How the store ended the events; `nil` if it did not.
  private func write(
    _ parts: AsyncChannel<Part>, to writer: inout any ResponseBodyWriter
  ) async -> Outcome? {
    try? await writer.write(ByteBuffer(string: ServerSentEvent.heartbeat))
    for await part in parts {
      switch part {
      case .event(let event):
        guard (try? await writer.write(ByteBuffer(string: event.text))) != nil else { continue }
        counter?.increment()
      case .end(let error):
        if let event = try? error.map(ServerSentEvent.init) {
          try? await writer.write(ByteBuffer(string: event.text))
        }
        return Outcome(end: .storeEnded, error: error)
      }
    }
    return nil
  }
}
