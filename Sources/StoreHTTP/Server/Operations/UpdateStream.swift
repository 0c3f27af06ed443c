import CoreMetrics
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import StoreAPI

/// The operation that does not end: everything that happens to a customer, as server-sent events.
struct UpdateStream: Sendable {
  let backends: DeviceBackends
  let seats: StreamSeats
  let metrics: ServerMetrics
  let logger: Logger
  let bodySize: Int

  var operation: Operation {
    Operation(route: DeviceEndpoints.updates.route) { call in try await respond(to: call) }
  }

  /// A device that is signed out is refused before the stream begins.
  private func respond(to call: Call) async throws -> Response {
    let backend = try await backends.freshBackend(for: call)
    let input = try await call.input(UpdatesRequest.self, upTo: bodySize)
    let after = try call.lastEventID() ?? input.after
    let seat = try seats.take(for: call.token())
    let ends = try await call.beginStream()
    return Response(
      status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
      body: ResponseBody { writer in
        let telling = UpdateTelling(backend: backend, after: after, metrics: metrics)
        metrics.openStreams.increment()
        let end = await telling.tell(until: ends, to: &writer)
        metrics.openStreams.decrement()
        note(end, of: call)
        try await writer.finish(nil)
        withExtendedLifetime(seat) {}
      })
  }

  private func note(_ end: StreamEnd, of call: Call) {
    logger.info(
      "stream ended",
      metadata: [
        "id": "\(call.id)", "operation": "updates", "why": "\(end.rawValue)",
        "address": "\(call.address)",
      ])
  }
}

extension Call {
  /// Tells the connection that the answer is a stream.
  ///
  /// - Returns: Why it ends, once it does.
  /// - Throws: `CancellationError` where nobody is there any more.
  fileprivate func beginStream() async throws -> AsyncStream<StreamEnd> {
    let ends = AsyncStream<StreamEnd>.makeStream(bufferingPolicy: .bufferingOldest(1))
    do {
      try await channel.triggerUserOutboundEvent(StreamBegin(ends: ends.continuation)).get()
    } catch {
      throw CancellationError()
    }
    return ends.stream
  }
}

extension Call {
  /// The last event that a stream which resumes has had.
  fileprivate func lastEventID() throws(Refusal) -> Int64? {
    guard let name = HTTPField.Name("Last-Event-ID"), let text = request.headers[name],
      !text.isEmpty
    else { return nil }
    guard let id = Int64(text) else {
      throw Refusal(.malformed, "the header Last-Event-ID must be the ID of an event: a number")
    }
    return id
  }
}
