import StoreAPI
import Synchronization

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
struct FragileStore: StoreBackend {
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

  private func check() throws(StoreFault) {
    if outage.isOut { throw .unavailable("the line is cut") }
  }

  func storefront() async throws(StoreFault) -> Answer<StoreStorefront> {
    try check()
    return try await store.storefront()
  }

  func products(_ ids: [String]) async throws(StoreFault) -> Answer<[StoreProduct]> {
    try check()
    return try await store.products(ids)
  }

  func quote(_ productID: String, quantity: Int) async throws(StoreFault) -> Answer<Quote> {
    try check()
    return try await store.quote(productID, quantity: quantity)
  }

  func purchase(_ order: Order) async throws(StoreFault) -> Answer<OrderResult> {
    try check()
    let answer = try await store.purchase(order)
    if losesAnswers { throw .unavailable("the line was cut") }
    return answer
  }

  func settle(_ key: OrderKey) async throws(StoreFault) -> Answer<OrderResult?> {
    try check()
    return try await store.settle(key)
  }

  func holdings() async throws(StoreFault) -> Answer<Holdings> {
    try check()
    return try await store.holdings()
  }

  func transactions(
    of productID: String?, includingFinishedConsumables: Bool
  ) async throws(StoreFault) -> Answer<[String]> {
    try check()
    return try await store.transactions(
      of: productID, includingFinishedConsumables: includingFinishedConsumables)
  }

  func finish(_ id: TransactionID) async throws(StoreFault) -> Answer<Bool> {
    try check()
    return try await store.finish(id)
  }

  func appTransaction() async throws(StoreFault) -> Answer<String> {
    try check()
    return try await store.appTransaction()
  }

  func updates(after sequence: Int64) -> AsyncThrowingStream<Answer<StoreUpdate>, any Error> {
    store.updates(after: sequence)
  }
}

/// A store behind a gate: it answers nothing about products and holdings until the gate is open.
struct SlowStore: StoreBackend {
  let store: any StoreBackend
  let gate: Gate

  func storefront() async throws(StoreFault) -> Answer<StoreStorefront> {
    try await store.storefront()
  }

  func products(_ ids: [String]) async throws(StoreFault) -> Answer<[StoreProduct]> {
    await gate.pass()
    return try await store.products(ids)
  }

  func quote(_ productID: String, quantity: Int) async throws(StoreFault) -> Answer<Quote> {
    try await store.quote(productID, quantity: quantity)
  }

  func purchase(_ order: Order) async throws(StoreFault) -> Answer<OrderResult> {
    try await store.purchase(order)
  }

  func settle(_ key: OrderKey) async throws(StoreFault) -> Answer<OrderResult?> {
    try await store.settle(key)
  }

  func holdings() async throws(StoreFault) -> Answer<Holdings> {
    await gate.pass()
    return try await store.holdings()
  }

  func transactions(
    of productID: String?, includingFinishedConsumables: Bool
  ) async throws(StoreFault) -> Answer<[String]> {
    try await store.transactions(
      of: productID, includingFinishedConsumables: includingFinishedConsumables)
  }

  func finish(_ id: TransactionID) async throws(StoreFault) -> Answer<Bool> {
    try await store.finish(id)
  }

  func appTransaction() async throws(StoreFault) -> Answer<String> {
    try await store.appTransaction()
  }

  func updates(after sequence: Int64) -> AsyncThrowingStream<Answer<StoreUpdate>, any Error> {
    store.updates(after: sequence)
  }
}
