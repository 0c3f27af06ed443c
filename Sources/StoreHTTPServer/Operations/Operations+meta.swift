import Foundation
import HTTPService
import Hummingbird
import StoreAPI
import StoreHTTP

extension Operations {
  /// Serves the routes about the server itself.
  mutating func serveMeta(
    _ anyone: Authentication<any StoreAccounts>, _ readiness: ReadinessMonitor,
    _ metrics: StoreMetrics
  ) {
    typealias Endpoints = MetaEndpoints
    serve(Endpoints.health, anyone) { _, _ in ServerState(status: .up) }
    serve(Endpoints.ready, anyone) { _, _ in
      if let error = readiness.error { throw error }
      return ServerState(status: .ready)
    }
    // The version of Prometheus's text format.
    servePage(Endpoints.metrics) {
      .uncached(Data(metrics.text.utf8), as: "text/plain; version=0.0.4; charset=utf-8")
    }
    servePage(Endpoints.document) { .uncached(OpenAPI.document) }
  }

  /// Serves a document without a JSON schema of ours.
  private mutating func servePage(
    _ endpoint: Endpoint<NoInput, String>, _ respond: @escaping @Sendable () -> Response
  ) {
    add(
      Operation(route: endpoint.route) { context, _ in
        _ = try await context.input(NoInput.self, upTo: 0)
        return respond()
      })
  }
}
