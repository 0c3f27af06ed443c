package import StoreAPI

/// A call of ``StoreBackend`` with a single answer.
package enum StoreCall: String, CaseIterable, Sendable {
  case storefront, productIDs, products, quote, purchase, settle, holdings, unfinished,
    transactions, finish
  case transaction
  case perform = "customer command"
  case offerCode = "offer code"
  case appTransaction = "app transaction"
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
    _ call: StoreCall, forward: () async throws(StoreFault) -> Answer<Value>
  ) async throws(StoreFault) -> Answer<Value>
}

extension ForwardingBackend {
  package func answer<Value>(
    _ call: StoreCall, forward: () async throws(StoreFault) -> Answer<Value>
  ) async throws(StoreFault) -> Answer<Value> {
    try await forward()
  }

  package func storefront() async throws(StoreFault) -> Answer<StoreStorefront> {
    try await answer(.storefront) { () throws(StoreFault) in try await store.storefront() }
  }

  package func productIDs() async throws(StoreFault) -> Answer<[String]> {
    try await answer(.productIDs) { () throws(StoreFault) in try await store.productIDs() }
  }

  package func products(_ ids: [String]) async throws(StoreFault) -> Answer<[StoreProduct]> {
    try await answer(.products) { () throws(StoreFault) in try await store.products(ids) }
  }

  package func quote(
    _ productID: String, quantity: Int, offer: OrderOffer?
  ) async throws(StoreFault) -> Answer<Quote> {
    try await answer(.quote) { () throws(StoreFault) in
      try await store.quote(productID, quantity: quantity, offer: offer)
    }
  }

  package func purchase(_ order: Order) async throws(StoreFault) -> Answer<OrderResult> {
    try await answer(.purchase) { () throws(StoreFault) in try await store.purchase(order) }
  }

  package func settle(_ key: OrderKey) async throws(StoreFault) -> Answer<OrderResult?> {
    try await answer(.settle) { () throws(StoreFault) in try await store.settle(key) }
  }

  package func holdings() async throws(StoreFault) -> Answer<Holdings> {
    try await answer(.holdings) { () throws(StoreFault) in try await store.holdings() }
  }

  package func transactions(
    _ request: TransactionsRequest
  ) async throws(StoreFault) -> Answer<HistoryPage> {
    try await answer(.transactions) { () throws(StoreFault) in
      try await store.transactions(request)
    }
  }

  package func transaction(_ id: TransactionID) async throws(StoreFault) -> Answer<String?> {
    try await answer(.transaction) { () throws(StoreFault) in try await store.transaction(id) }
  }

  package func unfinished(
    after id: TransactionID?, limit: Int
  ) async throws(StoreFault) -> Answer<UnfinishedPage> {
    try await answer(.unfinished) { () throws(StoreFault) in
      try await store.unfinished(after: id, limit: limit)
    }
  }

  package func finish(_ ids: [TransactionID]) async throws(StoreFault) -> Answer<FinishResult> {
    try await answer(.finish) { () throws(StoreFault) in try await store.finish(ids) }
  }

  package func detectRollback(
    _ signedTransaction: String
  ) async throws(StoreFault) -> Answer<Bool> {
    try await answer(.detectRollback) { () throws(StoreFault) in
      try await store.detectRollback(signedTransaction)
    }
  }

  package func perform(_ command: CustomerCommand) async throws(StoreFault) -> Answer<Bool> {
    try await answer(.perform) { () throws(StoreFault) in try await store.perform(command) }
  }

  package func offerCode(_ code: String) async throws(StoreFault) -> Answer<String> {
    try await answer(.offerCode) { () throws(StoreFault) in try await store.offerCode(code) }
  }

  package func appTransaction() async throws(StoreFault) -> Answer<String> {
    try await answer(.appTransaction) { () throws(StoreFault) in try await store.appTransaction() }
  }

  package func updates(
    after sequence: Int64, known: Int64?
  ) -> AsyncThrowingStream<Answer<StoreUpdate>, any Error> {
    store.updates(after: sequence, known: known)
  }
}
