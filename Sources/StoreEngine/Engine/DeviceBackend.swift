import AppStorePayloads
import Foundation
import StoreAPI

/// The requests of one running instance of the app on one device.
struct DeviceBackend: StoreBackend {
  let engine: StoreEngine
  let token: TokenHash
  let instance: InstanceID

  /// Returns the device with its present customer, which a reset changes.
  ///
  /// - Throws: ``StoreAPI/StoreError/unauthorized`` if the device was removed.
  func device() async throws(StoreError) -> StoredDevice {
    guard let device = try await engine.ledgers.device(token: token) else { throw .unauthorized }
    return device
  }

  /// Begins a request: settles everything that is due, and checks that the device is signed in.
  func request() async throws(StoreError) -> DeviceRequest {
    if let request = try await requestIfSettled() { return request }
    return try await settledRequest()
  }

  /// Begins a request unless something must be settled before.
  ///
  /// - Throws: ``StoreAPI/StoreError/unauthorized`` if the device was removed: for it nothing is settled.
  func requestIfSettled() async throws(StoreError) -> DeviceRequest? {
    let wall = engine.machineTime
    let state = try await engine.ledgers.requestState(of: token, wall: wall)
    guard let device = state.device else { throw .unauthorized }
    guard state.due == nil, let settings = state.settings else { return nil }
    await engine.recordUse(settings, wall)
    let terms = CatalogueTerms(version: state.catalogueVersion, settings)
    return DeviceRequest(
      snapshot: StoreSnapshot(settings, wall: wall), device: device, terms: terms,
      catalogueSnapshot: try await engine.catalogueSnapshots.snapshot(terms), engine: engine)
  }

  /// Begins a request before which something must be settled.
  private func settledRequest() async throws(StoreError) -> DeviceRequest {
    let snapshot = try await engine.settled()
    let terms = try await engine.catalogueSnapshots.terms(at: snapshot.now, snapshot.settings)
    return DeviceRequest(
      snapshot: snapshot, device: try await device(), terms: terms,
      catalogueSnapshot: try await engine.catalogueSnapshots.snapshot(terms), engine: engine)
  }

  /// Reads or changes the ledger of a request's customer.
  ///
  /// - Throws: ``StoreAPI/StoreError/unavailable(reason:)`` if a reset has removed the customer since the
  ///   request began, and ``StoreAPI/StoreError/unauthorized`` if the device was removed.
  func withCustomer<Value>(
    _ body: () async throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    do throws(StoreError) {
      return try await body()
    } catch .unauthorized {
      _ = try await device()
      throw .unavailable(reason: "the store was reset: try again")
    }
  }

  func storefront() async throws(StoreError) -> Answer<StoreStorefront> {
    let request = try await request()
    return request.answer(request.catalogueSnapshot.storefront)
  }

  func productIDs() async throws(StoreError) -> Answer<[String]> {
    let request = try await request()
    return request.answer(request.catalogueSnapshot.productIDs)
  }

  func products(_ ids: [String]) async throws(StoreError) -> Answer<[StoreProduct]> {
    let request = try await request()
    return request.answer(Set(ids).compactMap { request.catalogueSnapshot.products[$0] })
  }

  func quote(
    _ productID: String, quantity: Int, offer: OrderOffer?
  ) async throws(StoreError) -> Answer<Quote> {
    let request = try await request()
    let offer = try await request.saleOffer(
      offer, of: productID, appAccountToken: offer?.appAccountToken)
    let ledger = try await withCustomer { () throws(StoreError) in
      try await engine.ledgers.ledger(
        of: request.device.customer,
        needs: LedgerNeeds(nonce: offer.nonce, offerCode: offer.codeText))
    }
    var draft = LedgerDraft(ledger)
    draft.settle(until: request.snapshot.now, in: request.catalogueSnapshot)
    let quote = try draft.ledger.quote(
      productID, quantity: quantity, offer: offer, at: request.snapshot.now,
      in: request.catalogueSnapshot)
    return request.answer(quote)
  }

  func purchases() async throws(StoreError) -> Answer<CustomerPurchases> {
    let request = try await request()
    return request.answer(try await purchases(request))
  }

  func purchases(_ request: DeviceRequest) async throws(StoreError) -> CustomerPurchases {
    try request.sign(try await engine.ledgers.purchases(of: request.device.customer))
  }

  func unfinished(
    after id: TransactionID?, limit: Int
  ) async throws(StoreError) -> Answer<UnfinishedPage> {
    let request = try await request()
    let limit = min(max(1, limit), UnfinishedPage.limit)
    // One more than the page has says whether there is another page.
    let stored = try await engine.ledgers.unfinished(
      of: request.device.customer, device: request.device.number, after: id, limit: limit + 1)
    let page = Array(stored.prefix(limit))
    return request.answer(
      UnfinishedPage(
        transactions: try await request.sign(page, isFirst: id == nil),
        next: stored.count > limit ? page.last?.id : nil))
  }

  func transactions(_ asked: TransactionsRequest) async throws(StoreError) -> Answer<HistoryPage> {
    let request = try await request()
    let (customer, epoch) = (request.device.customer, request.snapshot.settings.epoch)
    let last = try await engine.historyPosition(at: asked.revision, in: epoch) {
      id throws(StoreError) in try await engine.ledgers.transaction(id, of: customer)
    }
    let limit = min(max(1, asked.limit), HistoryPage.limit)
    // One more than the page has says whether there is another page.
    let stored = try await engine.ledgers.transactions(
      of: customer, HistoryQuery(asked, before: last?.id, limit: limit + 1))
    let page = Array(stored.prefix(limit))
    let next = stored.count > limit ? page.last : nil
    return request.answer(
      HistoryPage(
        signedTransactions: try await request.sign(page, isFirst: asked.revision == nil),
        revision: next.map { HistoryPosition(epoch: epoch, last: $0.id).revision },
        refundRequests: page.compactMap(\.listedRefundRequest)))
  }

  func transaction(_ id: TransactionID) async throws(StoreError) -> Answer<String?> {
    let request = try await request()
    let stored = try await engine.ledgers.transaction(id, of: request.device.customer)
    let signed = try await request.sign(stored.map { [$0] } ?? [], isFirst: false)
    return request.answer(signed.first)
  }

  func appTransaction() async throws(StoreError) -> Answer<String> {
    let request = try await request()
    return request.answer(try request.signedAppTransaction())
  }

  func finish(_ ids: [TransactionID]) async throws(StoreError) -> Answer<FinishResult> {
    let request = try await request()
    let needs = LedgerNeeds(device: request.device.number, transactions: ids)
    return try await withCustomer { () throws(StoreError) in
      try await engine.transact(request.device.customer, needs: needs) {
        [engine, instance] ledger, settings throws(StoreError) in
        let time = settings.time(wall: engine.machineTime)
        let now = time.now
        var draft = LedgerDraft(ledger)
        let result = draft.finish(ids, at: now, by: instance)
        return Decision(draft, at: now, value: request.answer(result, at: time))
      }
    }
  }
}

extension LedgerTransaction {
  /// The request for the transaction's refund, as a page of the history lists it.
  fileprivate var listedRefundRequest: TransactionRefundRequest? {
    refundRequest.map { TransactionRefundRequest(transactionID: id, state: $0.state) }
  }
}
