import StoreAPI
import Synchronization
import TestSupport

/// A store that becomes unreachable when a test says so.
struct FragileStore: ForwardingBackend {
  /// Whether the store is out of reach; shared by all copies.
  final class Switch: Sendable {
    private let state = Mutex(false)

    var isOut: Bool { state.withLock { $0 } }

    func set(isOut: Bool) { state.withLock { $0 = isOut } }
  }

  let store: any StoreBackend
  let outage: Switch
  /// Whether the line is cut after the store has received an order, before the app gets its answer.
  var losesAnswers = false

  func answer<Value>(
    _ call: StoreCall, forward: () async throws(StoreError) -> Answer<Value>
  ) async throws(StoreError) -> Answer<Value> {
    if outage.isOut { throw .unavailable(reason: "the line is cut") }
    let answer = try await forward()
    if losesAnswers && call == .purchase { outage.set(isOut: true) }
    // An answer that is on its way when the line is cut does not arrive.
    if outage.isOut { throw .unavailable(reason: "the line was cut") }
    return answer
  }
}
