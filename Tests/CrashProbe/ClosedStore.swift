import StoreAPI

/// A store that nobody can reach.
struct ClosedStore: StoreBackend {
  private let fault = StoreFault.unavailable("it is closed")

  func storefront() async throws(StoreFault) -> Answer<StoreStorefront> { throw fault }
  func products(_ ids: [String]) async throws(StoreFault) -> Answer<[StoreProduct]> { throw fault }
  func quote(_ productID: String, quantity: Int) async throws(StoreFault) -> Answer<Quote> {
    throw fault
  }
  func purchase(_ order: Order) async throws(StoreFault) -> Answer<OrderResult> { throw fault }
  func settle(_ key: OrderKey) async throws(StoreFault) -> Answer<OrderResult?> { throw fault }
  func holdings() async throws(StoreFault) -> Answer<Holdings> { throw fault }
  func transactions(
    of productID: String?, includingFinishedConsumables: Bool
  ) async throws(StoreFault) -> Answer<[String]> { throw fault }
  func finish(_ id: TransactionID) async throws(StoreFault) -> Answer<Bool> { throw fault }
  func updates(after sequence: Int64) -> AsyncThrowingStream<Answer<StoreUpdate>, any Error> {
    AsyncThrowingStream { $0.finish(throwing: fault) }
  }
}
