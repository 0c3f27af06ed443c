import Metrics
import Telemetry

/// The metrics of a store's server.
struct ServerMetrics: Sendable {
  let openStreams: Meter
  let events: Counter
  private let factory: PrometheusMetrics

  init(_ factory: PrometheusMetrics) {
    self.factory = factory
    openStreams = Meter(label: "skdemo_update_streams", factory: factory)
    events = Counter(label: "skdemo_update_events", factory: factory)
  }

  /// Counts an answered request.
  ///
  /// The duration of a stream is the time until it begins.
  func count(operation: String, status: Int, duration: Duration) {
    let labels = [("operation", operation)]
    Counter(
      label: "skdemo_requests", dimensions: labels + [("status", "\(status)")], factory: factory
    ).increment()
    Metrics.Timer(label: "skdemo_request_duration", dimensions: labels, factory: factory)
      .record(duration: duration)
  }
}
