import CoreMetrics
import Crypto
import HTTPService
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import StoreAPI
import StoreHTTP

/// The operation that sends the customer's updates as server-sent events until the stream is ended
/// from outside.
struct UpdateStream: Sendable {
  let backends: DeviceBackends
  /// By the digest of the device's token.
  let devices: PermitLimiter<SHA256Digest>
  let accounts: PermitLimiter<AccountNumber>
  let metrics: StoreMetrics
  let logger: Logger
  let bodySize: Int

  var operation: Operation {
    Operation(route: DeviceEndpoints.updates.route) { context, _ in try await respond(to: context) }
  }

  /// Begins the stream, unless the device is signed out.
  private func respond(to context: RequestContext) async throws -> Response {
    let caller = try await backends.freshBackend(for: context)
    let backend = caller.principal
    let input = try await context.input(UpdatesRequest.self, upTo: bodySize)
    let after = try context.lastEventID() ?? input.after
    // The answer to HEAD has the stream's head alone.
    guard context.request.method != .head else { return Response.events { _ in } }
    let permits = try permits(for: caller, context)
    let ending = try await context.channel.beginStream()
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
      withExtendedLifetime(permits) {}
    }
  }
}

extension UpdateStream {
  private struct Permits {
    let device: PermitLimiter<SHA256Digest>.Permit
    let account: PermitLimiter<AccountNumber>.Permit?
  }

  /// A new stream is refused instead of ending an older one: the older one may be in use, and its
  /// app would open it again and end yet another.
  private func permits(
    for caller: Authenticated<any StoreBackend>, _ context: RequestContext
  ) throws -> Permits {
    guard let device = devices.permit(for: try context.tokenDigest()) else {
      throw Self.tooMany(devices.limit, of: "device")
    }
    guard let number = caller.account else { return Permits(device: device, account: nil) }
    guard let account = accounts.permit(for: number) else {
      throw Self.tooMany(accounts.limit, of: "account")
    }
    return Permits(device: device, account: account)
  }

  private static func tooMany(_ count: Int, of owner: String) -> RequestError {
    RequestError(
      .tooManyStreams, "this \(owner) has \(count) streams of updates open: close one of them")
  }
}

extension RequestContext {
  /// The last event that the client has received from the stream that it resumes.
  fileprivate func lastEventID() throws(RequestError) -> Int64? {
    guard let name = HTTPField.Name("Last-Event-ID"), let text = request.headers[name],
      !text.isEmpty
    else { return nil }
    guard let id = Int64(text), id >= 0 else {
      throw RequestError(
        .malformed, "the header Last-Event-ID must be the ID of an event: a number")
    }
    return id
  }
}

extension ServerSentEvent {
  fileprivate init(_ update: Answer<StoreUpdate>) throws {
    // Only events have an ID: a stream resumes after the last event.
    try self.init(.update, id: update.value.isEvent ? update.value.sequence : nil, update)
  }
}
