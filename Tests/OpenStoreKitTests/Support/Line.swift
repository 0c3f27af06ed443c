import StoreAPI
import Synchronization

/// The line between a device and a real store, which can be cut.
final class Line: StoreBackend {
  /// How the line is.
  enum Condition: Equatable {
    case good
    case cut
    /// It is cut, for this reason.
    case away(String)
    /// Orders do not reach the store.
    case ordersVanish
    /// Orders are refused on their way, as the store would.
    case ordersFail(StoreFault)
    /// Orders are put off until somebody approves.
    case ordersWait
    /// Orders reach the store, and the next so many answers are lost.
    case answersVanish(Int)
    /// Orders are answered, and what the customer holds is not.
    case holdingsVanish
  }

  private struct State {
    var condition = Condition.good
    var orders: [Order] = []
    var questions: [String] = []
    var streams: [AsyncThrowingStream<Answer<StoreUpdate>, any Error>.Continuation] = []
    var cursors: [Int64] = []
    var settling: @Sendable () async -> Void = {}
    var living: (@Sendable () -> Void)?
  }

  private let store: any StoreBackend
  private let state = Mutex(State())

  init(to store: any StoreBackend) { self.store = store }

  var condition: Condition {
    get { state.withLock { $0.condition } }
    set { state.withLock { $0.condition = newValue } }
  }

  /// The orders that were sent, whatever became of them.
  var orders: [Order] { state.withLock { $0.orders } }

  /// The names of the store's functions that were called.
  var questions: [String] { state.withLock { $0.questions } }

  /// The same from now on.
  func countAnew() { state.withLock { $0.questions = [] } }

  /// Where each stream of updates began.
  var cursors: [Int64] { state.withLock { $0.cursors } }

  /// What happens while the device asks what became of an order.
  func beforeSettling(_ settling: @escaping @Sendable () async -> Void) {
    state.withLock { $0.settling = settling }
  }

  /// Breaks every stream that is opened from now on, after what happens while it lives.
  func breakEveryStream(after living: @escaping @Sendable () -> Void) {
    state.withLock { $0.living = living }
  }

  /// Breaks what is streaming now.
  func breakStreams(with error: any Error = StoreFault.unavailable("the line broke")) {
    let streams = state.withLock { state in
      defer { state.streams = [] }
      return state.streams
    }
    for stream in streams { stream.finish(throwing: error) }
  }

  private func pass<Value>(
    _ name: String = #function, _ call: (any StoreBackend) async throws(StoreFault) -> Value
  ) async throws(StoreFault) -> Value {
    state.withLock { $0.questions.append(name) }
    guard condition != .cut else { throw .unavailable("the line is cut") }
    if case .away(let reason) = condition { throw .unavailable(reason) }
    return try await call(store)
  }

  func storefront() async throws(StoreFault) -> Answer<StoreStorefront> {
    try await pass { store throws(StoreFault) in try await store.storefront() }
  }

  func products(_ ids: [String]) async throws(StoreFault) -> Answer<[StoreProduct]> {
    try await pass { store throws(StoreFault) in try await store.products(ids) }
  }

  func quote(_ productID: String, quantity: Int) async throws(StoreFault) -> Answer<Quote> {
    try await pass { store throws(StoreFault) in
      try await store.quote(productID, quantity: quantity)
    }
  }

  func purchase(_ order: Order) async throws(StoreFault) -> Answer<OrderResult> {
    state.withLock { $0.orders.append(order) }
    guard condition != .ordersVanish else { throw .unavailable("the order vanished") }
    if case .ordersFail(let fault) = condition { throw fault }
    if condition == .ordersWait { return Answer(.pending, at: try await storefront().time) }
    let answer = try await pass { store throws(StoreFault) in try await store.purchase(order) }
    guard case .answersVanish(let count) = condition, count > 0 else { return answer }
    condition = .answersVanish(count - 1)
    throw .unavailable("the answer vanished")
  }

  func settle(_ key: OrderKey) async throws(StoreFault) -> Answer<OrderResult?> {
    await state.withLock { $0.settling }()
    return try await pass { store throws(StoreFault) in try await store.settle(key) }
  }

  func holdings() async throws(StoreFault) -> Answer<Holdings> {
    guard condition != .holdingsVanish else { throw .unavailable("the holdings vanished") }
    return try await pass { store throws(StoreFault) in try await store.holdings() }
  }

  func transactions(
    of productID: String?, includingFinishedConsumables: Bool
  ) async throws(StoreFault) -> Answer<[String]> {
    try await pass { store throws(StoreFault) in
      try await store.transactions(
        of: productID, includingFinishedConsumables: includingFinishedConsumables)
    }
  }

  func finish(_ id: TransactionID) async throws(StoreFault) -> Answer<Bool> {
    try await pass { store throws(StoreFault) in try await store.finish(id) }
  }

  func appTransaction() async throws(StoreFault) -> Answer<String> {
    try await pass { store throws(StoreFault) in try await store.appTransaction() }
  }

  func updates(after sequence: Int64) -> AsyncThrowingStream<Answer<StoreUpdate>, any Error> {
    let (stream, continuation) = AsyncThrowingStream<Answer<StoreUpdate>, any Error>.makeStream()
    let living = state.withLock { state in
      state.streams.append(continuation)
      state.cursors.append(sequence)
      state.questions.append("updates(after:)")
      return state.living
    }
    if let living {
      return AsyncThrowingStream {
        living()
        throw StoreFault.unavailable("the line broke")
      }
    }
    let task = Task { [store] in
      do {
        for try await update in store.updates(after: sequence) { continuation.yield(update) }
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }
}
