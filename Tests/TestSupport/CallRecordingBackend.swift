package import StoreAPI
import Synchronization

/// The calls of a back end in order, without its streams of updates.
package final class RecordedCalls: Sendable {
  private let calls = Mutex<[StoreCall]>([])

  package init() {}

  package var all: [StoreCall] { calls.withLock { $0 } }

  package func forget() { calls.withLock { $0 = [] } }

  fileprivate func add(_ call: StoreCall) { calls.withLock { $0.append(call) } }
}

/// A back end that records its calls.
package struct CallRecordingBackend: ForwardingBackend {
  package let store: any StoreBackend
  private let calls: RecordedCalls
  private let isEarlier: Bool

  /// - Parameters:
  ///   - store: The back end that answers.
  ///   - calls: Where the calls are recorded.
  ///   - isEarlier: Whether it is of an earlier version, which does not say what it sells and what an
  ///     order has changed.
  package init(_ store: any StoreBackend, in calls: RecordedCalls, isEarlier: Bool = false) {
    self.store = store
    self.calls = calls
    self.isEarlier = isEarlier
  }

  package func answer<Value>(
    _ call: StoreCall, forward: () async throws(StoreError) -> Answer<Value>
  ) async throws(StoreError) -> Answer<Value> {
    calls.add(call)
    var answer = try await forward()
    if isEarlier { answer.catalogue = nil }
    return answer
  }

  package func purchase(_ order: Order) async throws(StoreError) -> Answer<OrderResult> {
    let answer = try await answer(.purchase) { () throws(StoreError) in
      try await store.purchase(order)
    }
    return isEarlier ? answer.withoutPurchases : answer
  }
}
