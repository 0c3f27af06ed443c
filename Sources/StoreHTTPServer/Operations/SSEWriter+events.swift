import CoreMetrics
import HTTPService
import StoreAPI
import StoreHTTP

extension SSEWriter {
  /// Passes the events of the wire on, and returns when there are no more.
  ///
  /// A `StoreError` that it throws is the last event.
  typealias EventSource =
    @Sendable (_ send: @Sendable (ServerSentEvent) async -> Void) async throws -> Void

  /// Writes the events of the wire.
  init(counter: Counter? = nil, events: @escaping EventSource) {
    self.init(counter: counter, lastEvent: Self.lastEvent) { send in
      try await events { await send($0.text) }
    }
  }

  private static func lastEvent(_ error: any Error) -> String? {
    (error as? StoreError).flatMap { try? ServerSentEvent($0) }?.text
  }
}
