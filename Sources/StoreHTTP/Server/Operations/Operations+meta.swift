import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import StoreAPI
import Telemetry

extension Operations {
  /// Serves what the server says about itself.
  mutating func serveMeta(
    _ anyone: Authentication<any StoreAccounts>, _ store: ServedStore, _ metrics: PrometheusMetrics
  ) {
    typealias Endpoints = MetaEndpoints
    serve(Endpoints.health, anyone) { _, _ in ServerState(status: .up) }
    serve(Endpoints.ready, anyone) { _, _ in
      try await store.check()
      return ServerState(status: .ready)
    }
    servePage(Endpoints.metrics) { .text(metrics.text) }
    servePage(Endpoints.document) { .json(OpenAPI.document) }
  }

  /// Serves a document that has no JSON schema here.
  private mutating func servePage(
    _ endpoint: Endpoint<NoInput, String>, _ respond: @escaping @Sendable () -> Response
  ) {
    add(
      Operation(route: endpoint.route) { context in
        _ = try await context.input(NoInput.self, upTo: 0)
        return respond()
      })
  }
}

extension Response {
  /// The version is the one of Prometheus's text format.
  fileprivate static func text(_ text: String) -> Response {
    Response(
      status: .ok,
      headers: [
        .contentType: "text/plain; version=0.0.4; charset=utf-8", .cacheControl: "no-store",
      ],
      body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }
}
