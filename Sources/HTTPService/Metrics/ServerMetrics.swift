import Metrics
import Synchronization
package import Telemetry

/// The metrics of a server's connections and requests.
package struct ServerMetrics: Sendable {
  let openConnections: Meter
  let refusedConnections: Counter
  private let factory: PrometheusMetrics
  private let prefix: String
  private let requests = RequestSeries()

  /// Counts in `factory`, in series whose names begin with `prefix` and an underscore.
  package init(_ factory: PrometheusMetrics, prefix: String) {
    self.factory = factory
    self.prefix = prefix
    openConnections = Meter(label: "\(prefix)_connections", factory: factory)
    refusedConnections = Counter(label: "\(prefix)_connections_refused", factory: factory)
  }

  /// Counts a request with its response.
  ///
  /// The duration of a stream is the time until it begins.
  package func count(caller: String, operation: String, status: Int, duration: Duration) {
    let key = RequestSeries.Key(caller: caller, operation: operation, status: status)
    let series = requests.series(key) { makeSeries(key) }
    series.count.increment()
    series.duration.record(duration: duration)
  }

  private func makeSeries(_ key: RequestSeries.Key) -> RequestSeries.Series {
    let labels = [("caller", key.caller), ("operation", key.operation)]
    return RequestSeries.Series(
      count: Counter(
        label: "\(prefix)_requests", dimensions: labels + [("status", "\(key.status)")],
        factory: factory),
      duration: Metrics.Timer(
        label: "\(prefix)_request_duration", dimensions: labels, factory: factory))
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

  /// One for each operation and status.
  private let known = Mutex<[Key: Series]>([:])

  func series(_ key: Key, make: () -> Series) -> Series {
    if let series = known.withLock({ $0[key] }) { return series }
    let new = make()
    known.withLock { $0[key] = new }
    return new
  }
}
