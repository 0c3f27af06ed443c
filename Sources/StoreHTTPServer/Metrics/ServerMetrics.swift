import Metrics
import StoreAPI
import Synchronization
import Telemetry

/// The metrics of a store's server.
struct ServerMetrics: Sendable {
  let openConnections: Meter
  let refusedConnections: Counter
  let openStreams: Meter
  let events: Counter
  private let factory: PrometheusMetrics
  private let requests = RequestSeries()

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
    let key = RequestSeries.Key(caller: caller, operation: operation, status: status)
    let series = requests.series(key) { makeSeries(key) }
    series.count.increment()
    series.duration.record(duration: duration)
  }

  /// Counts an error with which the stream of a command ended, after a response with status 200.
  func count(_ error: StoreError, of operation: String) {
    Counter(
      label: "skdemo_command_faults",
      dimensions: [("operation", operation), ("code", error.label)], factory: factory
    ).increment()
  }

  private func makeSeries(_ key: RequestSeries.Key) -> RequestSeries.Series {
    let labels = [("caller", key.caller), ("operation", key.operation)]
    return RequestSeries.Series(
      count: Counter(
        label: "skdemo_requests", dimensions: labels + [("status", "\(key.status)")],
        factory: factory),
      duration: Metrics.Timer(
        label: "skdemo_request_duration", dimensions: labels, factory: factory))
  }
}

/// The series of the requests, each found once: their names and labels are texts, and to compose them
/// takes longer than to count.
private final class RequestSeries: Sendable {
  struct Key: Hashable {
    let caller: String
    let operation: String
    let status: Int
  }

  struct Series: Sendable {
    let count: Counter
    let duration: Metrics.Timer
  }

  /// As many as there are operations, each with a few statuses.
  private let known = Mutex<[Key: Series]>([:])

  func series(_ key: Key, make: () -> Series) -> Series {
    if let series = known.withLock({ $0[key] }) { return series }
    let new = make()
    known.withLock { $0[key] = new }
    return new
  }
}
