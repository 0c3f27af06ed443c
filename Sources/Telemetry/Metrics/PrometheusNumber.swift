import Metrics
import Synchronization

/// A counter, which only grows, or a gauge.
final class PrometheusNumber: PrometheusSeries, CounterHandler, MeterHandler, RecorderHandler {
  enum Kind: String {
    case counter, gauge
  }

  private let kind: Kind
  private let value = Mutex(0.0)

  init(_ kind: Kind) {
    self.kind = kind
  }

  var kindName: String { kind.rawValue }

  func lines(of key: PrometheusMetrics.Key) -> String {
    key.line(value.withLock { $0 }.prometheus)
  }

  func increment(by amount: Int64) { add(Double(amount)) }
  func increment(by amount: Double) { add(amount) }
  func decrement(by amount: Double) { add(-amount) }
  func set(_ new: Int64) { set(Double(new)) }
  func set(_ new: Double) { value.withLock { $0 = new } }
  func record(_ new: Int64) { set(Double(new)) }
  func record(_ new: Double) { set(new) }
  func reset() { set(0.0) }

  private func add(_ amount: Double) { value.withLock { $0 += amount } }
}

extension Double {
  /// Whole numbers without a fraction.
  var prometheus: String {
    Int64(exactly: self).map(String.init) ?? "\(self)"
  }
}
