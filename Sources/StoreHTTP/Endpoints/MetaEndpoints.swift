import HTTPTypes
import StoreAPI

/// Information about the server for anyone: the requests need no credential, and the answers name
/// no customer.
package enum MetaEndpoints {
  package static let health = Endpoint<NoInput, ServerState>(
    .get, "/health", "health", for: .anyone, in: .meta, "Whether the process answers.")

  package static let ready = Endpoint<NoInput, ServerState>(
    .get, "/ready", "ready", for: .anyone, refusing: [.clockNotAccepted], in: .meta,
    "Whether the store worked at the server's last check, at most a second ago.")

  package static let metrics = Endpoint<NoInput, String>(
    .get, "/metrics", "metrics", for: .anyone, in: .meta, as: .text,
    "The server's metrics, in Prometheus' text format.")

  package static let document = Endpoint<NoInput, String>(
    .get, "/openapi.json", "openapi", for: .anyone, in: .meta, as: .rawJSON,
    "This document, in OpenAPI 3.1.")

  static let routes = [health.route, ready.route, metrics.route, document.route]
}

/// The state that a running server reports.
package struct ServerState: SchemaCodable, Hashable {
  /// The process answers, or the store can be read.
  package enum Status: String, SchemaCodable, Hashable, CaseIterable {
    case up, ready
  }

  package var status: Status

  package init(status: Status) {
    self.status = status
  }
}
