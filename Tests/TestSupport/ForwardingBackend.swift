package import AppStorePayloads
package import Foundation
package import StoreAPI

/// A call of ``StoreBackend`` with a single answer.
package enum StoreCall: String, CaseIterable, Sendable {
  case storefront, productIDs, products, quote, purchase, settle, purchases, unfinished,
    transactions, finish
  case transaction
  case perform = "customer command"
  case offerCode = "offer code"
  case appTransaction = "app transaction"
  case receipt
  case detectRollback = "rollback"
}

/// A double that forwards every call to another back end.
///
/// A test observes, delays or refuses calls in ``answer(_:forward:)``. It implements the methods
/// whose answers it changes.
package protocol ForwardingBackend: StoreBackend {
  /// The back end that answers.
  var store: any StoreBackend { get }

  /// Returns the answer for the device; by default, that of `forward`.
  func answer<Value>(
    _ call: StoreCall, forward: () async throws(StoreError) -> Answer<Value>
  ) async throws(StoreError) -> Answer<Value>
}

extension ForwardingBackend {
  package func answer<Value>(
    _ call: StoreCall, forward: () async throws(StoreError) -> Answer<Value>
  ) async throws(StoreError) -> Answer<Value> {
    try await forward()
  }

  package func storefront() async throws(StoreError) -> Answer<StoreStorefront> {
    try await answer(.storefront) { () throws(StoreError) in try await store.storefront() }
  }

  package func productIDs() async throws(StoreError) -> Answer<[String]> {
    try await answer(.productIDs) { () throws(StoreError) in try await store.productIDs() }
  }

  package func products(_ ids: [String]) async throws(StoreError) -> Answer<[StoreProduct]> {
    try await answer(.products) { () throws(StoreError) in try await store.products(ids) }
  }

  package func quote(
    _ productID: String, quantity: Int, offer: OrderOffer?
  ) async throws(StoreError) -> Answer<Quote> {
    try await answer(.quote) { () throws(StoreError) in
      try await store.quote(productID, quantity: quantity, offer: offer)
    }
  }

  package func purchase(_ order: Order) async throws(StoreError) -> Answer<OrderResult> {
    try await answer(.purchase) { () throws(StoreError) in try await store.purchase(order) }
  }

  package func settle(_ key: OrderKey) async throws(StoreError) -> Answer<OrderResult?> {
    try await answer(.settle) { () throws(StoreError) in try await store.settle(key) }
  }

  package func purchases() async throws(StoreError) -> Answer<CustomerPurchases> {
    try await answer(.purchases) { () throws(StoreError) in try await store.purchases() }
  }

  package func transactions(
    _ request: TransactionsRequest
  ) async throws(StoreError) -> Answer<HistoryPage> {
    try await answer(.transactions) { () throws(StoreError) in
      try await store.transactions(request)
    }
  }

  package func transaction(_ id: TransactionID) async throws(StoreError) -> Answer<String?> {
    try await answer(.transaction) { () throws(StoreError) in try await store.transaction(id) }
  }

  package func unfinished(
    after id: TransactionID?, limit: Int
  ) async throws(StoreError) -> Answer<UnfinishedPage> {
    try await answer(.unfinished) { () throws(StoreError) in
      try await store.unfinished(after: id, limit: limit)
    }
  }

  package func finish(_ ids: [TransactionID]) async throws(StoreError) -> Answer<FinishResult> {
    try await answer(.finish) { () throws(StoreError) in try await store.finish(ids) }
  }

  package func detectRollback(
    _ signedTransaction: String
  ) async throws(StoreError) -> Answer<Bool> {
    try await answer(.detectRollback) { () throws(StoreError) in
      try await store.detectRollback(signedTransaction)
    }
  }

  package func perform(_ command: CustomerCommand) async throws(StoreError) -> Answer<Bool> {
    try await answer(.perform) { () throws(StoreError) in try await store.perform(command) }
  }

  package func offerCode(_ code: String) async throws(StoreError) -> Answer<String> {
    try await answer(.offerCode) { () throws(StoreError) in try await store.offerCode(code) }
  }

  package func appTransaction() async throws(StoreError) -> Answer<String> {
    try await answer(.appTransaction) { () throws(StoreError) in try await store.appTransaction() }
  }

  package func receipt() async throws(StoreError) -> Answer<Data> {
    try await answer(.receipt) { () throws(StoreError) in try await store.receipt() }
  }

  package func updates(
    after sequence: Int64, known: Int64?
  ) -> AsyncThrowingStream<Answer<StoreUpdate>, any Error> {
    store.updates(after: sequence, known: known)
  }
}
