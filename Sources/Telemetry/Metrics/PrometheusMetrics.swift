package import Metrics
import Synchronization

/// This process's metrics, in the text format that Prometheus reads.
///
/// Durations are histograms in seconds. Series beyond ``capacity`` are not counted, so that labels
/// cannot fill the memory.
package final class PrometheusMetrics: MetricsFactory {
  struct Key: Hashable {
    var name: String
    var labels: [Label]
  }

  struct Label: Hashable {
    var name: String
    var value: String
  }

  static let capacity = 2_000

  private let series = Mutex<[Key: any PrometheusSeries]>([:])

  package init() {}

  package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    number(label, dimensions, .counter)
  }

  package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    number(label, dimensions, .gauge)
  }

  package func makeRecorder(
    label: String, dimensions: [(String, String)], aggregate: Bool
  ) -> any RecorderHandler {
    if aggregate {
      find(Key(label, dimensions)) { PrometheusHistogram() }
    } else {
      number(label, dimensions, .gauge)
    }
  }

  package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    find(Key(label, dimensions, unit: "_seconds")) { PrometheusHistogram() }
  }

  // A series lives as long as the process: a counter that begins again at 0 would mislead.
  package func destroyCounter(_ handler: any CounterHandler) {}
  package func destroyMeter(_ handler: any MeterHandler) {}
  package func destroyRecorder(_ handler: any RecorderHandler) {}
  package func destroyTimer(_ handler: any TimerHandler) {}

  private func number(
    _ label: String, _ dimensions: [(String, String)], _ kind: PrometheusNumber.Kind
  ) -> PrometheusNumber {
    find(Key(label, dimensions, unit: kind == .counter ? "_total" : "")) { PrometheusNumber(kind) }
  }

  private func find<Series: PrometheusSeries>(_ key: Key, _ make: () -> Series) -> Series {
    series.withLock { series in
      if let found = series[key] as? Series { return found }
      let new = make()
      if series.count < Self.capacity, series[key] == nil { series[key] = new }
      return new
    }
  }
}

extension PrometheusMetrics {
  /// All series, each name with its type once.
  package var text: String {
    let series = series.withLock { $0 }
    let names = Dictionary(grouping: series) { $0.key.name }.sorted { $0.key < $1.key }
    return names.map { name, series in
      let lines = series.map { key, series in series.lines(of: key) }.sorted()
      let kind = series.first?.value.kindName ?? "untyped"
      return "# TYPE \(name) \(kind)\n" + lines.joined()
    }.joined()
  }
}

/// The count of one name with its labels.
protocol PrometheusSeries: AnyObject, Sendable {
  var kindName: String { get }
  func lines(of key: PrometheusMetrics.Key) -> String
}

extension PrometheusMetrics.Key {
  /// Names have letters, digits and `_`; every other character becomes `_`.
  init(_ label: String, _ dimensions: [(String, String)], unit: String = "") {
    let name = String(label.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    self.name = name.hasSuffix(unit) ? name : name + unit
    labels = dimensions.map { PrometheusMetrics.Label(name: $0.0, value: $0.1) }
  }

  func line(_ value: String, suffix: String = "", bound: String? = nil) -> String {
    let all = labels + (bound.map { [PrometheusMetrics.Label(name: "le", value: $0)] } ?? [])
    let text = all.map { "\($0.name)=\"\($0.value.escaped)\"" }.joined(separator: ",")
    return "\(name)\(suffix)\(text.isEmpty ? "" : "{\(text)}") \(value)\n"
  }
}

extension String {
  fileprivate var escaped: String {
    replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }
}
