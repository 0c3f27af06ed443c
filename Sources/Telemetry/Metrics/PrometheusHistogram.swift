import Metrics
import Synchronization

/// The number of recorded values below or equal to each of some bounds.
final class PrometheusHistogram: PrometheusSeries, RecorderHandler, TimerHandler {
  /// In seconds.
  private static let bounds = [
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
  ]

  private struct Counts {
    /// One for each bound, then one for the values beyond.
    var buckets = [Int](repeating: 0, count: bounds.count + 1)
    var sum = 0.0
  }

  private let counts = Mutex(Counts())

  var kindName: String { "histogram" }

  func lines(of key: PrometheusMetrics.Key) -> String {
    let counts = counts.withLock { $0 }
    var total = 0
    var lines = ""
    for (bound, count) in zip(Self.bounds.map(\.prometheus) + ["+Inf"], counts.buckets) {
      total += count
      lines += key.line("\(total)", suffix: "_bucket", bound: bound)
    }
    return lines + key.line(counts.sum.prometheus, suffix: "_sum")
      + key.line("\(total)", suffix: "_count")
  }

  func record(_ value: Int64) { record(Double(value)) }

  func record(_ value: Double) {
    let bucket = Self.bounds.firstIndex { value <= $0 } ?? Self.bounds.count
    counts.withLock { counts in
      counts.buckets[bucket] += 1
      counts.sum += value
    }
  }

  func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }
}
