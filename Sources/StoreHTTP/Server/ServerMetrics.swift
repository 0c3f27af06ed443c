import Metrics
import Telemetry

/// The metrics of a store's server.
struct ServerMetrics: Sendable {
  let openConnections: Meter
  let refusedConnections: Counter
  let openStreams: Meter
  let events: Counter
  private let factory: PrometheusMetrics

  init(_ factory: PrometheusMetrics) {
    self.factory = factory
    openConnections = Meter(label: "skdemo_connections", factory: factory)
    refusedConnections = Counter(label: "skdemo_connections_refused", factory: factory)
    openStreams = Meter(label: "skdemo_update_streams", factory: factory)
    events = Counter(label: "skdemo_update_events", factory: factory)
  }

  /// Everything that is counted, in Prometheus's text format.
  var text: String { factory.text }

  /// Counts a request with its response.
  ///
  /// The duration of a stream is the time until it begins.
  func count(caller: String, operation: String, status: Int, duration: Duration) {
    let labels = [("caller", caller), ("operation", operation)]
    Counter(
      label: "skdemo_requests", dimensions: labels + [("status", "\(status)")], factory: factory
    ).increment()
    Metrics.Timer(label: "skdemo_request_duration", dimensions: labels, factory: factory)
      .record(duration: duration)
  }
}
