package import AppStorePayloads
package import StoreAPI
import Synchronization

/// A back end that changes the signed data in another's answers.
package final class TamperingStore: ForwardingBackend {
  /// Returns the token that replaces a token, or the token itself.
  package typealias Forgery = @Sendable (String) -> String

  package let store: any StoreBackend
  private let state = Mutex(State())

  private struct State {
    var transaction: Forgery = { $0 }
    var renewalInfo: Forgery = { $0 }
    var added: [String] = []
    var finished: [TransactionID] = []
  }

  package init(_ store: any StoreBackend) { self.store = store }

  /// Replaces every transaction from now on.
  package func forgeTransactions(_ forgery: @escaping Forgery) {
    state.withLock { $0.transaction = forgery }
  }

  /// Replaces all renewal info from now on.
  package func forgeRenewalInfo(_ forgery: @escaping Forgery) {
    state.withLock { $0.renewalInfo = forgery }
  }

  /// Adds tokens to the purchases, as latest and as unfinished.
  package func add(_ tokens: String...) { state.withLock { $0.added += tokens } }

  /// The transactions that the app has finished.
  package var finished: [TransactionID] { state.withLock { $0.finished } }

  private func forged(_ token: String) -> String { state.withLock { $0.transaction }(token) }

  private func forged(_ subscription: SignedSubscription) -> SignedSubscription {
    let renewalInfo = state.withLock { $0.renewalInfo }
    var forged = subscription
    forged.signedTransaction = self.forged(subscription.signedTransaction)
    forged.signedRenewalInfo = renewalInfo(subscription.signedRenewalInfo)
    return forged
  }

  package func purchase(_ order: Order) async throws(StoreError) -> Answer<OrderResult> {
    var answer = try await store.purchase(order)
    if case .purchased(var purchase) = answer.value {
      purchase.signedTransaction = forged(purchase.signedTransaction)
      purchase.purchases = purchase.purchases.map(forged)
      answer.value = .purchased(purchase)
    }
    return answer
  }

  package func purchases() async throws(StoreError) -> Answer<CustomerPurchases> {
    var answer = try await store.purchases()
    answer.value = forged(answer.value)
    return answer
  }

  private func forged(_ purchases: CustomerPurchases) -> CustomerPurchases {
    var forged = purchases
    forged.latest = purchases.latest.map(self.forged) + state.withLock { $0.added }
    forged.subscriptions = purchases.subscriptions.map(self.forged)
    return forged
  }

  package func transactions(
    _ request: TransactionsRequest
  ) async throws(StoreError) -> Answer<HistoryPage> {
    var answer = try await store.transactions(request)
    answer.value.signedTransactions = answer.value.signedTransactions.map(forged)
    return answer
  }

  package func transaction(_ id: TransactionID) async throws(StoreError) -> Answer<String?> {
    var answer = try await store.transaction(id)
    answer.value = answer.value.map(forged)
    return answer
  }

  /// The added tokens are at the end of the last page.
  package func unfinished(
    after id: TransactionID?, limit: Int
  ) async throws(StoreError) -> Answer<UnfinishedPage> {
    var answer = try await store.unfinished(after: id, limit: limit)
    answer.value.transactions = answer.value.transactions.map(forged)
    if !answer.value.hasMore { answer.value.transactions += state.withLock { $0.added } }
    return answer
  }

  package func finish(_ ids: [TransactionID]) async throws(StoreError) -> Answer<FinishResult> {
    state.withLock { $0.finished += ids }
    return try await store.finish(ids)
  }

  package func appTransaction() async throws(StoreError) -> Answer<String> {
    var answer = try await store.appTransaction()
    answer.value = forged(answer.value)
    return answer
  }

  package func updates(
    after sequence: Int64, known: Int64?
  ) -> AsyncThrowingStream<Answer<StoreUpdate>, any Error> {
    let (stream, continuation) = AsyncThrowingStream<Answer<StoreUpdate>, any Error>.makeStream()
    let task = Task { [store] in
      do {
        for try await update in store.updates(after: sequence, known: known) {
          continuation.yield(forged(update))
        }
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }

  private func forged(_ update: Answer<StoreUpdate>) -> Answer<StoreUpdate> {
    var update = update
    update.value.subscription = update.value.subscription.map(forged)
    switch update.value.change {
    case .transaction(let token): update.value.change = .transaction(forged(token))
    case .subscription(let one): update.value.change = .subscription(forged(one))
    case .finished, .deleted, .refundRequest, .orders, .time, .products, .unknown: break
    }
    return update
  }
}
