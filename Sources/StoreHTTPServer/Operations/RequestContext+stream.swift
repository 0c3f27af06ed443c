import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore

extension RequestContext {
  /// Announces to the connection that the response is a stream, or takes as long as one.
  ///
  /// - Returns: Its end, which the connection reports.
  /// - Throws: `CancellationError` if the client has disconnected.
  func beginStream() async throws -> StreamEnding {
    let ending = StreamEnding()
    do {
      try await channel.triggerUserOutboundEvent(StreamBegin(ending)).get()
    } catch {
      throw CancellationError()
    }
    return ending
  }

  /// Whether the client names server-sent events among what it accepts.
  var acceptsEvents: Bool {
    let types = request.headers[values: .accept].flatMap { $0.split(separator: ",") }
    return types.contains { type in
      let name = type.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }
      return name.lowercased() == "text/event-stream"
    }
  }
}

extension Response {
  /// A stream of server-sent events, which `write` writes whole.
  static func events(
    _ write: @escaping @Sendable (inout any ResponseBodyWriter) async -> Void
  ) -> Response {
    Response(
      status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
      body: ResponseBody { writer in
        await write(&writer)
        try await writer.finish(nil)
      })
  }
}

extension Logger {
  /// Logs why a stream has ended, and the code of the error that it ended with.
  func noteStream(_ outcome: SSEWriter.Outcome, of context: RequestContext, _ operation: String) {
    var metadata: Metadata = [
      "id": "\(context.id)", "operation": "\(operation)", "why": "\(outcome.end.rawValue)",
      "address": "\(context.address)",
    ]
    if let error = outcome.error { metadata["fault"] = "\(error.label)" }
    info("stream ended", metadata: metadata)
  }
}
