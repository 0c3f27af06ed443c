import AppStorePayloads
import AppStoreServerAPI
import Foundation
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import StoreSQLite
import TestSupport
import Testing

@Suite(.hangLimit) struct ProjectionTests {
  @Test func `the projection equals the replayed events`() async throws {
    let fixture = try await StoreFixture.make()
    let (alpha, _) = try await fixture.device("alpha")
    let (beta, _) = try await fixture.device("beta")
    try await alpha.buy("nonconsumable.car")
    let fuel = try await beta.buy("consumable.fuel.octane87", quantity: 2).transaction()
    try await alpha.buy("subscription.standard")
    try await fixture.advance("P45D")
    try await beta.buy("subscription.pro")
    try await alpha.buy("subscription.premium")
    _ = try await beta.finish(fuel.transactionId)
    _ = try await beta.settle(OrderKey(UUID()))
    try await fixture.advance("P5M")

    let ledger = try await fixture.expectProjection()

    #expect(ledger.transactions.count == 2, "a car and a plan, however long the history")
  }

  @Test func `the projection after refunds equals the replayed events`() async throws {
    let fixture = try await StoreFixture.make()
    let (alpha, _) = try await fixture.device("alpha")
    let car = try await alpha.buy("nonconsumable.car").transaction().transactionId
    let fuel = try await alpha.buy("consumable.fuel.octane87", quantity: 3).transaction()
    let premium = try await alpha.buy("subscription.premium").transaction()
    try await fixture.advance("P10D")
    try await alpha.buy("subscription.pro")
    for id in [car, fuel.transactionId, premium.transactionId] {
      _ = try await fixture.engine.refund(id)
    }
    try await alpha.buy("nonconsumable.car")
    let ended = try await fixture.engine.expire("subscription.pro", account: nil).value
    _ = try await fixture.engine.refund(ended.id)
    let time = try await fixture.engine.clock()

    let ledger = try await fixture.expectProjection()

    #expect(ledger.subscriptions.values.map(\.revocationDate) == [time.now])
  }
}

extension ProjectionTests {
  @Test func `the projection of orders that wait equals the replayed events`() async throws {
    let fixture = try await StoreFixture.make()
    let (alpha, _) = try await fixture.device("alpha")
    _ = try await fixture.engine.perform(.setAskToBuy(isOn: true))
    try await alpha.buy("nonconsumable.car")
    try await alpha.buy("nonconsumable.racecar")
    try await fixture.advance("P1D")
    for id in ["nonconsumable.racecar", "nonconsumable.utilityvehicle", "subscription.pro"] {
      try await alpha.buy(id)
    }
    guard case .orders(let orders) = try await fixture.engine.perform(.orders).value else {
      throw FixtureError(text: "the result is of another kind")
    }
    _ = try await fixture.engine.perform(.decline(orderID: orders[1].id))
    _ = try await fixture.engine.perform(.approve(orderID: orders[2].id))

    let ledger = try await fixture.expectProjection()

    #expect(ledger.waitingOrders.values.map(\.request.productID) == ["nonconsumable.racecar"])
    #expect(
      ledger.unapprovedOrders.mapValues(\.outcome) == [
        "nonconsumable.car": .lapsed, "nonconsumable.utilityvehicle": .declined,
      ])
  }
}

extension ProjectionTests {
  @Test func `the projection of what a developer's server changes equals the replayed events`()
    async throws
  {
    let fixture = try await StoreFixture.make()
    let (alpha, _) = try await fixture.device("alpha")
    let plan = try await alpha.buy("subscription.premium").transaction().transactionId
    let fuel = try await alpha.buy("consumable.fuel.octane87").transaction().transactionId
    try await fixture.advance("P45D")
    let engine = fixture.engine
    let token = LowercaseUUID(UUID())
    try await engine.setAppAccountToken(
      of: .of(plan), UpdateAppAccountTokenRequest(appAccountToken: token), for: .ofFixture)
    let extended = try await engine.extendRenewalDate(
      of: .of(plan),
      ExtendRenewalDateRequest(
        extendByDays: 7, extendReasonCode: .other, requestIdentifier: "outage"),
      for: .ofFixture)
    _ = try await alpha.perform(
      .requestRefund(
        transactionID: fuel, requestID: LowercaseUUID(UUID()), reason: .legal, text: nil))
    try await engine.sendConsumptionInformation(
      about: .of(fuel),
      .v2(ConsumptionInformation(sampleContentProvided: true, deliveryStatus: .delivered)),
      for: .ofFixture)
    try await engine.finishTransaction(.of(fuel), for: .ofFixture)

    let ledger = try await fixture.expectProjection()

    let current = try #require(ledger.subscriptions.values.first)
    #expect(current.expirationDate == extended.effectiveDate)
    #expect(ledger.transactions[current.transactionID]?.appAccountToken == token)
  }
}

extension StoreFixture {
  /// Expects everything that is stored for the first customer to equal the customer's replayed
  /// events.
  ///
  /// - Returns: The stored ledger.
  fileprivate func expectProjection() async throws -> Ledger {
    let ledgers = try SQLiteLedgerStore(file: folder.appending(path: "store.sqlite"))
    let customer = CustomerNumber(rawValue: 1)
    var replayed = Ledger(customer: customer)
    for event in try await ledgers.events(of: customer, after: 0, limit: .max) {
      replayed.apply(event.change.event)
    }
    let stored = try await ledgers.transactions(
      of: customer, productID: nil, includingFinishedConsumables: true)
    #expect(stored == replayed.transactions.values.sorted { $0.id > $1.id })
    let latest = try await ledgers.purchases(of: customer).latest
    let newest = Dictionary(stored.map { ($0.productID, $0) }) { first, _ in first }
    #expect(latest == newest.values.filter { $0.type != .consumable }.sorted { $0.id < $1.id })
    let ledger = try await ledgers.ledger(of: customer, needs: LedgerNeeds())
    #expect(ledger.subscriptions == replayed.subscriptions)
    #expect(ledger.owned == replayed.owned)
    #expect(ledger.lastCount == replayed.lastCount)
    #expect(ledger.waitingOrders == replayed.waitingOrders)
    #expect(ledger.unapprovedOrders == replayed.unapprovedOrders)
    #expect(ledger.sharedPlans == replayed.sharedPlans)
    #expect(ledger.sharedPurchases == replayed.sharedPurchases)
    return ledger
  }
}
