import CoreMetrics
import HTTPService
import StoreAPI
import StoreHTTP

extension SSEWriter {
  /// Passes on the events of the wire, and returns after the last one.
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
