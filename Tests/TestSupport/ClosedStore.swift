package import StoreAPI

/// A store that nobody can reach.
package struct ClosedStore: StoreBackend {
  private let fault = StoreFault.unavailable("the shutters are down")

  package init() {}

  package func storefront() async throws(StoreFault) -> Answer<StoreStorefront> { throw fault }

  package func products(_ ids: [String]) async throws(StoreFault) -> Answer<[StoreProduct]> {
    throw fault
  }

  package func quote(
    _ productID: String, quantity: Int
  ) async throws(StoreFault) -> Answer<Quote> { throw fault }

  package func purchase(_ order: Order) async throws(StoreFault) -> Answer<OrderResult> {
    throw fault
  }

  package func settle(_ key: OrderKey) async throws(StoreFault) -> Answer<OrderResult?> {
    throw fault
  }

  package func holdings() async throws(StoreFault) -> Answer<Holdings> { throw fault }

  package func transactions(
    of productID: String?, includingFinishedConsumables: Bool
  ) async throws(StoreFault) -> Answer<[String]> { throw fault }

  package func finish(_ id: TransactionID) async throws(StoreFault) -> Answer<Bool> { throw fault }

  package func appTransaction() async throws(StoreFault) -> Answer<String> { throw fault }

  package func updates(
    after sequence: Int64
  ) -> AsyncThrowingStream<Answer<StoreUpdate>, any Error> {
    AsyncThrowingStream { $0.finish(throwing: fault) }
  }
}
