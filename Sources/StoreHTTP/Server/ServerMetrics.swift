import Metrics
import Telemetry

/// What a server of a store counts of itself.
struct ServerMetrics: Sendable {
  let openStreams: Meter
  let events: Counter
  private let factory: PrometheusMetrics

  init(_ factory: PrometheusMetrics) {
    self.factory = factory
    openStreams = Meter(label: "skdemo_update_streams", factory: factory)
    events = Counter(label: "skdemo_update_events", factory: factory)
  }

  /// Counts a request that has been answered; a stream's duration is that of its beginning.
  func count(operation: String, status: Int, duration: Duration) {
    let labels = [("operation", operation)]
    Counter(
      label: "skdemo_requests", dimensions: labels + [("status", "\(status)")], factory: factory
    ).increment()
    Metrics.Timer(label: "skdemo_request_duration", dimensions: labels, factory: factory)
      .record(duration: duration)
  }
}
