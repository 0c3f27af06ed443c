import Foundation
import StoreAPI

/// The store as one running instance of the app on one device sees it.
struct DeviceBackend: StoreBackend {
  let engine: StoreEngine
  let token: TokenHash
  let instance: InstanceID

  /// The device, and its customer of today: a reset changes the customer, a removal ends both.
  func device() async throws(StoreFault) -> StoredDevice {
    guard let device = try await engine.ledgers.device(token: token) else { throw .unauthorized }
    return device
  }

  /// What a call begins with: everything due has happened, and the device is still signed in.
  func visit() async throws(StoreFault) -> Visit {
    let wall = engine.wallClock()
    let opening = try await engine.ledgers.opening(of: token, wall: wall)
    guard opening.due == nil, let settings = opening.settings else { return try await lateVisit() }
    guard let device = opening.device else { throw .unauthorized }
    let market = try await engine.markets.market(ofVersion: opening.catalogueVersion, settings)
    return Visit(
      moment: Moment(settings: settings, now: settings.now(wall: wall)), device: device,
      market: market, engine: engine)
  }

  /// A visit before which something must happen.
  private func lateVisit() async throws(StoreFault) -> Visit {
    let moment = try await engine.settled()
    return Visit(
      moment: moment, device: try await device(),
      market: try await engine.markets.market(at: moment.now, moment.settings),
      engine: engine)
  }

  func storefront() async throws(StoreFault) -> Answer<StoreStorefront> {
    let visit = try await visit()
    return visit.moment.answer(visit.market.storefront)
  }

  func products(_ ids: [String]) async throws(StoreFault) -> Answer<[StoreProduct]> {
    let visit = try await visit()
    return visit.moment.answer(Set(ids).compactMap { visit.market.products[$0] })
  }

  func quote(_ productID: String, quantity: Int) async throws(StoreFault) -> Answer<Quote> {
    let visit = try await visit()
    var draft = LedgerDraft(try await engine.ledgers.ledger(of: visit.device.customer))
    draft.settle(until: visit.moment.now, in: visit.market)
    let quote = try draft.ledger.quote(
      productID, quantity: quantity, at: visit.moment.now, in: visit.market)
    return visit.moment.answer(quote)
  }

  func holdings() async throws(StoreFault) -> Answer<Holdings> {
    let visit = try await visit()
    let stored = try await engine.ledgers.holdings(
      of: visit.device.customer, device: visit.device.number)
    return visit.moment.answer(try visit.sign(stored))
  }

  func transactions(
    of productID: String?, includingFinishedConsumables: Bool
  ) async throws(StoreFault) -> Answer<[String]> {
    let visit = try await visit()
    let stored = try await engine.ledgers.transactions(
      of: visit.device.customer, productID: productID,
      includingFinishedConsumables: includingFinishedConsumables)
    return visit.moment.answer(try visit.sign(stored))
  }

  func appTransaction() async throws(StoreFault) -> Answer<String> {
    let visit = try await visit()
    return visit.moment.answer(try visit.signedAppTransaction())
  }

  func finish(_ id: TransactionID) async throws(StoreFault) -> Answer<Bool> {
    let visit = try await visit()
    return try await engine.ledgers.transact(
      visit.device.customer, needs: LedgerNeeds(device: visit.device.number, transaction: id)
    ) { [engine, instance] ledger, settings throws(StoreFault) in
      let now = settings.now(wall: engine.wallClock())
      var draft = LedgerDraft(ledger)
      let events = try ledger.finish(id)
      draft.record(events, at: now, by: instance)
      return Decision(
        draft.changes, at: now, value: Answer(!events.isEmpty, at: settings.time(at: now)))
    }
  }
}
