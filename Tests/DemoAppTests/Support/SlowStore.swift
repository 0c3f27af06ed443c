import StoreAPI
import Synchronization
import TestSupport

/// A gate that stays shut until it is opened.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  func pass() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }
}

/// A store that can be told to answer nothing at all.
struct FragileStore: ForwardingBackend {
  /// Whether the store is out of reach; shared by all copies.
  final class Switch: Sendable {
    private let state = Mutex(false)

    var isOut: Bool { state.withLock { $0 } }

    func set(isOut: Bool) { state.withLock { $0 = isOut } }
  }

  let store: any StoreBackend
  let outage: Switch
  /// Whether orders arrive, but never what became of them.
  var losesAnswers = false

  func answer<Value>(
    _ call: StoreCall, forward: () async throws(StoreFault) -> Answer<Value>
  ) async throws(StoreFault) -> Answer<Value> {
    if outage.isOut { throw .unavailable("the line is cut") }
    let answer = try await forward()
    if losesAnswers && call == .purchase { throw .unavailable("the line was cut") }
    return answer
  }
}

/// A store that answers nothing about products and holdings until the gate is open.
struct SlowStore: ForwardingBackend {
  let store: any StoreBackend
  let gate: Gate

  func answer<Value>(
    _ call: StoreCall, forward: () async throws(StoreFault) -> Answer<Value>
  ) async throws(StoreFault) -> Answer<Value> {
    if call == .products || call == .holdings { await gate.pass() }
    return try await forward()
  }
}
