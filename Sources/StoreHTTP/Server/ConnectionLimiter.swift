import CoreMetrics
package import StoreAPI
import Synchronization
package import Telemetry

/// How many connections each network address has, and the bound of that.
package final class ConnectionLimiter: Sendable {
  private let bound: Int
  private let open: Meter
  private let refused: Counter
  private let taken = Mutex<[NetworkAddress: Int]>([:])

  /// What is open and what was refused is counted in `metrics`.
  package init(perAddress bound: Int, metrics: PrometheusMetrics) {
    self.bound = bound
    open = Meter(label: "skdemo_connections", factory: metrics)
    refused = Counter(label: "skdemo_connections_refused", factory: metrics)
  }

  /// Takes a seat for one connection.
  ///
  /// - Returns: Whether there was one; whoever has it must ``leave(_:)``.
  package func take(_ address: NetworkAddress) -> Bool {
    let isFree = taken.withLock { taken in
      guard taken[address, default: 0] < bound else { return false }
      taken[address, default: 0] += 1
      return true
    }
    if isFree { open.increment() } else { refused.increment() }
    return isFree
  }

  /// Frees the seat of one connection that has ended; only one that was taken may be left.
  package func leave(_ address: NetworkAddress) {
    taken.withLock { taken in
      let left = taken[address, default: 1] - 1
      taken[address] = left == 0 ? nil : left
    }
    open.decrement()
  }
}
