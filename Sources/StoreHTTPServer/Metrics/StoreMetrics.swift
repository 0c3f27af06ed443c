import HTTPService
import Metrics
import StoreAPI
import Telemetry

/// The metrics of a store's server.
struct StoreMetrics: Sendable {
  /// Those of its connections and requests.
  let server: ServerMetrics
  let openStreams: Meter
  let events: Counter
  private let factory: PrometheusMetrics

  init(_ factory: PrometheusMetrics) {
    self.factory = factory
    server = ServerMetrics(factory, prefix: "skdemo")
    openStreams = Meter(label: "skdemo_update_streams", factory: factory)
    events = Counter(label: "skdemo_update_events", factory: factory)
  }

  /// Everything that is counted, in Prometheus's text format.
  var text: String { factory.text }

  /// Counts an error with which the stream of a command ended, after a response with status 200.
  func count(_ error: StoreError, of operation: String) {
    Counter(
      label: "skdemo_command_faults",
      dimensions: [("operation", operation), ("code", error.label)], factory: factory
    ).increment()
  }
}
