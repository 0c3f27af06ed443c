import CoreMetrics
import Crypto
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import StoreAPI
import StoreHTTP

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
    let ending = try await context.beginStream()
    return Response.events { writer in
      let sseWriter = SSEWriter(counter: metrics.events) { send in
        for try await update in backend.updates(after: after, known: input.known) {
          await send(try ServerSentEvent(update))
        }
      }
      metrics.openStreams.increment()
      let outcome = await sseWriter.write(until: ending, to: &writer)
      metrics.openStreams.decrement()
      logger.noteStream(outcome, of: context, "updates")
      withExtendedLifetime(permit) {}
    }
  }
}

extension RequestContext {
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

extension ServerSentEvent {
  fileprivate init(_ update: Answer<StoreUpdate>) throws {
    // What is not an event has no ID: a stream resumes after the last event.
    try self.init(.update, id: update.value.isEvent ? update.value.sequence : nil, update)
  }
}
