import CoreMetrics
package import StoreAPI
import Synchronization
package import Telemetry

/// Counts the open connections of each network address, and limits them.
package final class ConnectionLimiter: Sendable {
  private let bound: Int
  private let open: Meter
  private let refused: Counter
  private let taken = Mutex<[NetworkAddress: Int]>([:])

  /// Reports open and refused connections to `metrics`.
  package init(perAddress bound: Int, metrics: PrometheusMetrics) {
    self.bound = bound
    open = Meter(label: "skdemo_connections", factory: metrics)
    refused = Counter(label: "skdemo_connections_refused", factory: metrics)
  }

  /// Takes a permit for one connection, which the caller returns by ``release(_:)``.
  ///
  /// - Returns: Whether there was a permit.
  package func acquire(_ address: NetworkAddress) -> Bool {
    let isFree = taken.withLock { taken in
      guard taken[address, default: 0] < bound else { return false }
      taken[address, default: 0] += 1
      return true
    }
    if isFree { open.increment() } else { refused.increment() }
    return isFree
  }

  /// Returns the permit of one connection that has ended.
  package func release(_ address: NetworkAddress) {
    taken.withLock { taken in
      let left = taken[address, default: 1] - 1
      taken[address] = left == 0 ? nil : left
    }
    open.decrement()
  }
}
