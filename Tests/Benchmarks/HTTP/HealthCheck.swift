import Comparison
import StoreHTTP
import StoreHTTPClient

/// Requests for `/health` on one connection.
struct HealthCheck {
  private let connection: BlockingConnection

  init(at server: ServerProcess) {
    connection = BlockingConnection(port: server.port)
  }

  /// The time of one request.
  func time() -> Duration {
    let start = ContinuousClock.now
    connection.send(.get(MetaEndpoints.health.route.path))
    connection.readResponse()
    return ContinuousClock.now - start
  }
}
