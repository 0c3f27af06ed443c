import CoreMetrics
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import StoreAPI

/// The operation that does not end: everything that happens to a customer, as server-sent events.
struct UpdateStream: Sendable {
  let backends: DeviceBackends
  let seats: StreamSeats
  let metrics: ServerMetrics
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
    return Response(
      status: .ok,
      headers: [.contentType: StreamKeeper.contentType, .cacheControl: "no-store"],
      body: ResponseBody { writer in
        metrics.openStreams.increment()
        defer { metrics.openStreams.decrement() }
        try await write(backend.updates(after: after), of: call, to: &writer)
        withExtendedLifetime(seat) {}
      })
  }

  /// Ends when the reader goes or the server ends, and with the fault with which the store ends the
  /// updates.
  private func write(
    _ updates: some AsyncSequence<Answer<StoreUpdate>, any Error>, of call: Call,
    to writer: inout any ResponseBodyWriter
  ) async throws {
    do {
      try await call.request.body.consumeWithCancellationOnInboundClose { _ in
        try await writer.write(ByteBuffer(string: ServerSentEvent.heartbeat))
        for try await update in updates {
          try await writer.write(ByteBuffer(string: ServerSentEvent(update).text))
          metrics.events.increment()
        }
      }
    } catch let fault as StoreFault {
      try await writer.write(ByteBuffer(string: ServerSentEvent(fault).text))
    } catch is CancellationError {}
    try await writer.finish(nil)
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

extension ServerSentEvent {
  fileprivate init(_ update: Answer<StoreUpdate>) throws {
    let data = try JSONEncoder.payload.encode(update)
    self.init(.update, id: update.value.sequence, data: String(decoding: data, as: UTF8.self))
  }

  fileprivate init(_ fault: StoreFault) throws {
    let data = try JSONEncoder.payload.encode(FaultDocument(fault))
    self.init(.fault, data: String(decoding: data, as: UTF8.self))
  }
}
