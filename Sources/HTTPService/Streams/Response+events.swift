import Hummingbird
package import HummingbirdCore

extension Request {
  /// Whether the client names server-sent events among what it accepts.
  package var acceptsEvents: Bool {
    let types = headers[values: .accept].flatMap { $0.split(separator: ",") }
    return types.contains { type in
      let name = type.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }
      return name.lowercased() == "text/event-stream"
    }
  }
}

extension Response {
  /// A stream of server-sent events, which `write` writes whole.
  package static func events(
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
