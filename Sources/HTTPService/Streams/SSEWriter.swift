import AsyncAlgorithms
package import CoreMetrics
package import HummingbirdCore
import NIOCore

/// Writes a stream of server-sent events, one after the other.
///
/// It requests the next event while the last one is written.
package struct SSEWriter: Sendable {
  /// Writes the events of a stream, each as its lines, and returns after the last one.
  ///
  /// It is cancelled when the stream ends early.
  package typealias Source =
    @Sendable (_ send: @Sendable (String) async -> Void) async throws -> Void

  private enum Part {
    case event(String)
    /// The service ends the stream, with an error if there is one.
    case end((any Error)?)
  }

  /// Counts the events that were written, other than the error at the end.
  private let counter: Counter?
  private let lastEvent: @Sendable (any Error) -> String?
  private let source: Source

  /// - Parameters:
  ///   - counter: Counts the events that were written, other than the error at the end.
  ///   - lastEvent: Returns the event of an error that the source has thrown; `nil` if it has none.
  ///   - source: The events.
  package init(
    counter: Counter?, lastEvent: @escaping @Sendable (any Error) -> String?,
    source: @escaping Source
  ) {
    self.counter = counter
    self.lastEvent = lastEvent
    self.source = source
  }

  /// The outcome of a stream of events.
  package struct Outcome {
    package let end: StreamEndReason
    /// The error with which the service ended the events.
    package var error: (any Error)?
  }

  /// Writes until the connection reports an end or the service ends the events.
  ///
  /// Returns when the source has returned, even if it was cancelled.
  ///
  /// - Returns: The reason why it ended. If it ended before the first event, the source was not
  ///   asked.
  package func write(
    until ending: StreamEndPromise, to writer: inout any ResponseBodyWriter
  ) async -> Outcome {
    if let end = ending.end { return Outcome(end: end) }
    let parts = AsyncChannel<Part>()
    ending.whenReported { parts.finish() }
    let sourceEnd = await withTaskGroup(of: Void.self, returning: Outcome?.self) { group in
      group.addTask { await read(into: parts) }
      let sourceEnd = await write(parts, to: &writer)
      group.cancelAll()
      return sourceEnd
    }
    // Without a report, the connection's task was cancelled, which only the server's end does.
    return sourceEnd ?? Outcome(end: ending.end ?? .serverEnding)
  }

  private func read(into parts: AsyncChannel<Part>) async {
    var failure: (any Error)?
    do {
      try await source { event in await parts.send(.event(event)) }
    } catch {
      failure = error
    }
    // A cancelled stream was not ended by the service.
    if !Task.isCancelled { await parts.send(.end(failure)) }
  }

  /// Writes the parts until they end.
  ///
  /// If a write fails, the client has disconnected, and the connection reports the reason.
  ///
  /// - Returns: The way in which the service ended the events; `nil` if it did not.
  private func write(
    _ parts: AsyncChannel<Part>, to writer: inout any ResponseBodyWriter
  ) async -> Outcome? {
    try? await writer.write(ByteBuffer(string: SSEHeartbeatHandler.comment))
    for await part in parts {
      switch part {
      case .event(let event):
        guard (try? await writer.write(ByteBuffer(string: event))) != nil else { continue }
        counter?.increment()
      case .end(let error):
        if let event = error.flatMap(lastEvent) {
          try? await writer.write(ByteBuffer(string: event))
        }
        return Outcome(end: .storeEnded, error: error)
      }
    }
    return nil
  }
}
