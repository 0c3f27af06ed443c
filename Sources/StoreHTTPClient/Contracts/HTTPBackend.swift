package import AppStorePayloads
package import Foundation
package import StoreAPI
import StoreHTTP

/// The store for one device, over HTTP.
package struct HTTPBackend: StoreBackend {
  let store: HTTPStore
  let token: String
  let instance: InstanceID
  /// The root certificate that the device trusts.
  let root: Data?

  package func storefront() async throws(StoreError) -> Answer<StoreStorefront> {
    try await ask(DeviceEndpoints.storefront, NoInput())
  }

  package func productIDs() async throws(StoreError) -> Answer<[String]> {
    let answer = try await ask(DeviceEndpoints.productIDs, NoInput())
    guard answer.value.count <= Self.mostProducts else {
      throw store.answered("more products than a catalogue can have")
    }
    return answer
  }

  package func products(_ ids: [String]) async throws(StoreError) -> Answer<[StoreProduct]> {
    var products = try await ask(
      DeviceEndpoints.products, ProductIDs(ids: Array(ids.prefix(Self.idsAtOnce))))
    for begin in stride(from: Self.idsAtOnce, to: ids.count, by: Self.idsAtOnce) {
      let some = Array(ids[begin...].prefix(Self.idsAtOnce))
      let more = try await ask(DeviceEndpoints.products, ProductIDs(ids: some))
      products = Answer(
        products.value + more.value, at: more.time,
        catalogue: more.catalogue == products.catalogue ? more.catalogue : nil)
    }
    return products
  }

  package func quote(
    _ productID: String, quantity: Int, offer: OrderOffer?
  ) async throws(StoreError) -> Answer<Quote> {
    try await ask(
      DeviceEndpoints.quote,
      QuoteRequest(productID: productID, quantity: quantity, offer: offer))
  }

  package func offerCode(_ code: String) async throws(StoreError) -> Answer<String> {
    try await ask(DeviceEndpoints.offerCode, OfferCodeInput(code: code))
  }

  package func purchase(_ order: Order) async throws(StoreError) -> Answer<OrderResult> {
    try await ask(DeviceEndpoints.purchase, order)
  }

  package func settle(_ key: OrderKey) async throws(StoreError) -> Answer<OrderResult?> {
    try await ask(DeviceEndpoints.settle, OrderKeyInput(key: key))
  }

  package func purchases() async throws(StoreError) -> Answer<CustomerPurchases> {
    try await ask(DeviceEndpoints.purchases, NoInput())
  }

  package func transactions(
    _ request: TransactionsRequest
  ) async throws(StoreError) -> Answer<HistoryPage> {
    try await ask(DeviceEndpoints.transactions, request)
  }

  package func transaction(_ id: TransactionID) async throws(StoreError) -> Answer<String?> {
    try await ask(DeviceEndpoints.transaction, TransactionIDInput(id: id))
  }

  package func unfinished(
    after id: TransactionID?, limit: Int
  ) async throws(StoreError) -> Answer<UnfinishedPage> {
    let answer = try await ask(
      DeviceEndpoints.unfinished, UnfinishedRequest(after: id, limit: limit))
    // Otherwise a reader of all pages would never come to the end.
    guard answer.value.makesProgress(after: id) else {
      throw store.answered("a page of unfinished transactions that does not follow the one before")
    }
    return answer
  }

  package func finish(_ ids: [TransactionID]) async throws(StoreError) -> Answer<FinishResult> {
    try await ask(DeviceEndpoints.finish, TransactionIDs(ids: ids))
  }

  package func detectRollback(
    _ signedTransaction: String
  ) async throws(StoreError) -> Answer<Bool> {
    try await ask(
      DeviceEndpoints.detectRollback, SignedTransactionInput(signedTransaction: signedTransaction))
  }

  package func perform(_ command: CustomerCommand) async throws(StoreError) -> Answer<Bool> {
    try await ask(DeviceEndpoints.perform, command)
  }

  package func appTransaction() async throws(StoreError) -> Answer<String> {
    try await ask(DeviceEndpoints.appTransaction, NoInput())
  }

  package func receipt() async throws(StoreError) -> Answer<Data> {
    try await ask(DeviceEndpoints.receipt, NoInput())
  }
}

extension UnfinishedPage {
  /// Whether the page is the last one, or brings something and the next one begins later than it.
  fileprivate func makesProgress(after id: TransactionID?) -> Bool {
    guard let next else { return true }
    return !transactions.isEmpty && id.map { $0 < next } ?? true
  }
}

extension HTTPBackend {
  /// More than any catalogue file can hold.
  private static let mostProducts = 50_000

  /// The most IDs that one URL holds.
  private static let idsAtOnce = 200

  var authorization: Authorization { .device(token: token, instance: instance) }

  private func ask<Input, Output>(
    _ endpoint: Endpoint<Input, Output>, _ input: Input
  ) async throws(StoreError) -> Output {
    do {
      return try await store.ask(endpoint, input, as: authorization)
    } catch .unauthorized {
      throw await refusal()
    }
  }

  /// Why the store does not know the device: the device was removed, or this is another store.
  func refusal() async -> StoreError {
    guard let root else { return .unauthorized }
    do {
      return try await store.accounts.root().value == root ? .unauthorized : store.isAnother
    } catch {
      return error
    }
  }
}
