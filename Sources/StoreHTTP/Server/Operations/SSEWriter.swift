import AsyncAlgorithms
import CoreMetrics
import Foundation
import HummingbirdCore
import NIOCore
import StoreAPI

/// Writes a stream of server-sent events, one after the other.
///
/// It asks for the next event while the last one is written.
struct SSEWriter: Sendable {
  /// Passes the events of a stream on, and returns when there are no more.
  ///
  /// A `StoreFault` that it throws is the last event. It is cancelled when the stream ends early.
  typealias Source =
    @Sendable (_ send: @Sendable (ServerSentEvent) async -> Void) async throws -> Void

  private enum Part {
    case event(ServerSentEvent)
    /// The store ends the updates, with this fault if it has one.
    case end(ServerSentEvent?)
  }

  let metrics: ServerMetrics
  let source: Source

  /// Writes until the connection reports an end or the store ends the events.
  ///
  /// Returns when the source has returned, also if it was cancelled.
  ///
  /// - Returns: Why it ended.
  func write(
    until ending: StreamEnding, to writer: inout any ResponseBodyWriter
  ) async -> StreamEnd {
    let parts = AsyncChannel<Part>()
    ending.whenReported { parts.finish() }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await read(into: parts) }
      await write(parts, to: &writer)
      group.cancelAll()
    }
    return ending.end ?? .storeEnded
  }

  private func read(into parts: AsyncChannel<Part>) async {
    do {
      try await source { event in await parts.send(.event(event)) }
      await parts.send(.end(nil))
    } catch let fault as StoreFault {
      await parts.send(.end(try? ServerSentEvent(fault)))
    } catch {
      await parts.send(.end(nil))
    }
  }

  /// If a write fails, the client has disconnected, and the connection reports the reason.
  private func write(_ parts: AsyncChannel<Part>, to writer: inout any ResponseBodyWriter) async {
    try? await writer.write(ByteBuffer(string: ServerSentEvent.heartbeat))
    for await part in parts {
      switch part {
      case .event(let event):
        guard (try? await writer.write(ByteBuffer(string: event.text))) != nil else { continue }
        metrics.events.increment()
      case .end(let event):
        if let event { try? await writer.write(ByteBuffer(string: event.text)) }
        return
      }
    }
  }
}
