import CoreMetrics
import Crypto
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import StoreAPI

/// The operation that sends the customer's updates as server-sent events and does not end by itself.
struct UpdateStream: Sendable {
  let backends: DeviceBackends
  let limiter: PermitLimiter<SHA256Digest>
  let metrics: ServerMetrics
  let logger: Logger
  let bodySize: Int

  var operation: Operation {
    Operation(route: DeviceEndpoints.updates.route) { context, _ in try await respond(to: context) }
  }

  /// Begins the stream, unless the device is signed out.
  private func respond(to context: RequestContext) async throws -> Response {
    let backend = try await backends.freshBackend(for: context)
    let input = try await context.input(UpdatesRequest.self, upTo: bodySize)
    let after = try context.lastEventID() ?? input.after
    guard let permit = limiter.permit(for: try context.tokenDigest()) else {
      throw RequestError(
        .tooManyStreams,
        "this device has \(limiter.limit) streams of updates open: close one of them")
    }
    let ends = try await context.beginStream()
    return Response(
      status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
      body: ResponseBody { writer in
        let sseWriter = SSEWriter(backend: backend, after: after, metrics: metrics)
        metrics.openStreams.increment()
        let end = await sseWriter.write(until: ends, to: &writer)
        metrics.openStreams.decrement()
        note(end, of: context)
        try await writer.finish(nil)
        withExtendedLifetime(permit) {}
      })
  }

  private func note(_ end: StreamEnd, of context: RequestContext) {
    logger.info(
      "stream ended",
      metadata: [
        "id": "\(context.id)", "operation": "updates", "why": "\(end.rawValue)",
        "address": "\(context.address)",
      ])
  }
}

extension RequestContext {
  /// Announces to the connection that the response is a stream.
  ///
  /// - Returns: Why it ends, once it does.
  /// - Throws: `CancellationError` if the client has disconnected.
  fileprivate func beginStream() async throws -> AsyncStream<StreamEnd> {
    let ends = AsyncStream<StreamEnd>.makeStream(bufferingPolicy: .bufferingOldest(1))
    do {
      try await channel.triggerUserOutboundEvent(StreamBegin(ends: ends.continuation)).get()
    } catch {
      throw CancellationError()
    }
    return ends.stream
  }

  /// The last event that the client has received from the stream that it resumes.
  fileprivate func lastEventID() throws(RequestError) -> Int64? {
    guard let name = HTTPField.Name("Last-Event-ID"), let text = request.headers[name],
      !text.isEmpty
    else { return nil }
    guard let id = Int64(text) else {
      throw RequestError(
        .malformed, "the header Last-Event-ID must be the ID of an event: a number")
    }
    return id
  }
}
