import AppStorePayloads
import Foundation
import StoreAPI
import Synchronization

/// Forwards to the store of the process's session, which every new ``SKTestSession`` replaces.
///
/// The store answers on the thread of ``BlockingExecutor``. If it answered on the threads that all
/// tasks share, a synchronous control could block the thread that a request of the app needs to
/// continue, and wait for that request.
final class TestBackend: StoreBackend {
  private struct State {
    var store: any StoreBackend
    var nextListener = 0
    /// The streams of the current store, which end if it is replaced.
    var listeners: [Int: AsyncThrowingStream<Answer<StoreUpdate>, any Error>.Continuation] = [:]
  }

  private let state: Mutex<State>

  init(_ store: any StoreBackend) { state = Mutex(State(store: store)) }

  /// The current store.
  var store: any StoreBackend { state.withLock { $0.store } }

  /// Replaces the store, and ends its streams, so that their listeners begin anew.
  func replace(with store: any StoreBackend) {
    let listeners = state.withLock { state in
      state.store = store
      defer { state.listeners = [:] }
      return Array(state.listeners.values)
    }
    for listener in listeners {
      listener.finish(throwing: StoreError.unavailable(reason: "another test session has begun"))
    }
  }

  func storefront() async throws(StoreError) -> Answer<StoreStorefront> {
    try await ask { store throws(StoreError) in try await store.storefront() }
  }

  func productIDs() async throws(StoreError) -> Answer<[String]> {
    try await ask { store throws(StoreError) in try await store.productIDs() }
  }

  func products(_ ids: [String]) async throws(StoreError) -> Answer<[StoreProduct]> {
    try await ask { store throws(StoreError) in try await store.products(ids) }
  }

  func quote(
    _ productID: String, quantity: Int, offer: OrderOffer?
  ) async throws(StoreError) -> Answer<Quote> {
    try await ask { store throws(StoreError) in
      try await store.quote(productID, quantity: quantity, offer: offer)
    }
  }

  func offerCode(_ code: String) async throws(StoreError) -> Answer<String> {
    try await ask { store throws(StoreError) in try await store.offerCode(code) }
  }

  func purchase(_ order: Order) async throws(StoreError) -> Answer<OrderResult> {
    try await ask { store throws(StoreError) in try await store.purchase(order) }
  }

  func settle(_ key: OrderKey) async throws(StoreError) -> Answer<OrderResult?> {
    try await ask { store throws(StoreError) in try await store.settle(key) }
  }

  func purchases() async throws(StoreError) -> Answer<CustomerPurchases> {
    try await ask { store throws(StoreError) in try await store.purchases() }
  }

  func transactions(
    _ request: TransactionsRequest
  ) async throws(StoreError) -> Answer<HistoryPage> {
    try await ask { store throws(StoreError) in try await store.transactions(request) }
  }

  func transaction(_ id: TransactionID) async throws(StoreError) -> Answer<String?> {
    try await ask { store throws(StoreError) in try await store.transaction(id) }
  }

  func unfinished(
    after id: TransactionID?, limit: Int
  ) async throws(StoreError) -> Answer<UnfinishedPage> {
    try await ask { store throws(StoreError) in try await store.unfinished(after: id, limit: limit)
    }
  }

  func finish(_ ids: [TransactionID]) async throws(StoreError) -> Answer<FinishResult> {
    try await ask { store throws(StoreError) in try await store.finish(ids) }
  }

  func detectRollback(_ signedTransaction: String) async throws(StoreError) -> Answer<Bool> {
    try await ask { store throws(StoreError) in
      try await store.detectRollback(signedTransaction)
    }
  }

  func perform(_ command: CustomerCommand) async throws(StoreError) -> Answer<Bool> {
    try await ask { store throws(StoreError) in try await store.perform(command) }
  }

  func appTransaction() async throws(StoreError) -> Answer<String> {
    try await ask { store throws(StoreError) in try await store.appTransaction() }
  }

  func receipt() async throws(StoreError) -> Answer<Data> {
    try await ask { store throws(StoreError) in try await store.receipt() }
  }

  func updates(
    after sequence: Int64, known: Int64?
  ) -> AsyncThrowingStream<Answer<StoreUpdate>, any Error> {
    let (stream, continuation) = AsyncThrowingStream<Answer<StoreUpdate>, any Error>.makeStream()
    let (id, store) = state.withLock { state in
      state.nextListener += 1
      state.listeners[state.nextListener] = continuation
      return (state.nextListener, state.store)
    }
    let task = Task(executorPreference: BlockingExecutor.shared) {
      do {
        for try await update in store.updates(after: sequence, known: known) {
          continuation.yield(update)
        }
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
    continuation.onTermination = { [weak self] _ in
      task.cancel()
      self?.forget(id)
    }
    return stream
  }

  private func ask<Value>(
    _ question: (any StoreBackend) async throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    let store = store
    return try await BlockingExecutor.run { () throws(StoreError) in try await question(store) }
  }

  private func forget(_ id: Int) {
    // Outside the lock: releasing a continuation may end its stream, which calls this.
    let forgotten = state.withLock { $0.listeners.removeValue(forKey: id) }
    _ = forgotten
  }
}
