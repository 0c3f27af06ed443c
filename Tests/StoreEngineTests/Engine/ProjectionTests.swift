import Foundation
import StoreAPI
import StoreEngine
import StoreSQLite
import TestSupport
import Testing

@Suite struct ProjectionTests {
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

    let ledgers = try SQLiteLedgerStore(file: fixture.folder.appending(path: "store.sqlite"))
    let customer = CustomerNumber(rawValue: 1)
    var replayed = Ledger(customer: customer)
    for event in try await ledgers.events(of: customer, after: 0, limit: .max) {
      replayed.apply(event.change.event)
    }

    let stored = try await ledgers.transactions(
      of: customer, productID: nil, includingFinishedConsumables: true)
    #expect(stored == replayed.transactions.values.sorted { $0.id > $1.id })
    let latest = try await ledgers.holdings(of: customer, device: 1).latest
    let newest = Dictionary(stored.map { ($0.productID, $0) }) { first, _ in first }
    #expect(
      latest == newest.values.filter { $0.type != .consumable }.sorted { $0.id < $1.id })
    let loaded = try await ledgers.ledger(of: customer)
    #expect(loaded.subscriptions == replayed.subscriptions)
    #expect(loaded.owned == replayed.owned)
    #expect(loaded.lastCount == replayed.lastCount)
    #expect(loaded.transactions.count == 2, "a car and a plan, however long the history")
  }
}
