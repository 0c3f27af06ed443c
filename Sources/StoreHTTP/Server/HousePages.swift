import Foundation
import Hummingbird
import NIOCore
import StoreAPI

/// What a server answers about itself, to anyone.
struct HousePages: Sendable {
  struct Page: Sendable {
    var name: String
    var respond: @Sendable () async throws -> Response
  }

  let store: ServedStore
  let metrics: PrometheusMetrics
  /// The OpenAPI document.
  let document: Data

  func page(_ path: String) -> Page? {
    switch path {
    case "/health": Page(name: "health") { try .json(["status": "up"]) }
    case "/ready":
      Page(name: "ready") {
        try await store.check()
        return try .json(["status": "ready"])
      }
    case "/metrics": Page(name: "metrics") { .text(metrics.text) }
    case "/openapi.json": Page(name: "openapi") { .json(document) }
    default: nil
    }
  }
}

extension Response {
  /// The version is that of the format of Prometheus.
  fileprivate static func text(_ text: String) -> Response {
    Response(
      status: .ok,
      headers: [
        .contentType: "text/plain; version=0.0.4; charset=utf-8", .cacheControl: "no-store",
      ],
      body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }
}
