import Foundation
import StoreAPI
import StoreEngine
import StoreSQLite
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct OperatorTests {
  @Test func `the projection after refunds equals the replayed events`() async throws {
    let fixture = try await StoreFixture.make()
    let (alpha, _) = try await fixture.device("alpha")
    let car = try await alpha.buy("nonconsumable.car").transaction().transactionId
    let fuel = try await alpha.buy("consumable.fuel.octane87", quantity: 3).transaction()
    let premium = try await alpha.buy("subscription.premium").transaction()
    try await fixture.advance("P10D")
    try await alpha.buy("subscription.pro")
    _ = try await fixture.engine.refund(car)
    _ = try await fixture.engine.refund(fuel.transactionId)
    _ = try await fixture.engine.refund(premium.transactionId)
    try await alpha.buy("nonconsumable.car")
    let ended = try await fixture.engine.expire("subscription.pro", account: nil).value
    _ = try await fixture.engine.refund(ended.id)
    let time = try await fixture.engine.clock()

    let ledgers = try SQLiteLedgerStore(file: fixture.folder.appending(path: "store.sqlite"))
    let customer = CustomerNumber(rawValue: 1)
    var replayed = Ledger(customer: customer)
    for event in try await ledgers.events(of: customer, after: 0, limit: .max) {
      replayed.apply(event.change.event)
    }

    let stored = try await ledgers.transactions(
      of: customer, productID: nil, includingFinishedConsumables: true)
    #expect(stored == replayed.transactions.values.sorted { $0.id > $1.id })
    let loaded = try await ledgers.ledger(of: customer)
    #expect(loaded.subscriptions == replayed.subscriptions)
    #expect(loaded.subscriptions.values.map(\.revocationDate) == [time.now])
    #expect(loaded.owned == replayed.owned)
  }

  @Test func `of ten refunds of one car at once one succeeds`() async throws {
    let fixture = try await StoreFixture.make()
    let (alpha, _) = try await fixture.device("alpha")
    let id = try await alpha.buy("nonconsumable.car").transaction().transactionId
    let engines = [fixture.engine, try await fixture.another()]

    let refunds = await withTaskGroup(of: Bool.self) { group in
      for round in 0..<10 {
        group.addTask { (try? await engines[round % 2].refund(id)) != nil }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }

    #expect(refunds == 1)
  }
}
