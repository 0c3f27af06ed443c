import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import StoreSQLite
import TestSupport
import Testing

/// A store whose plans become due while a command is carried out.
@Suite(.hangLimit) struct RunningClockTests {
  @Test func `a setting is changed although a plan renews whenever the clock is read`()
    async throws
  {
    let (shop, engine) = try await hurriedShop()

    let answer = try await engine.perform(.setTimeRate(timeRate: .realTime))

    #expect(try await shop.isSettled(until: answer.time.now))
    let last = try await engine.transactions(account: nil).value.first?.transaction
    #expect(try #require(last?.expiresDate) > answer.time.now + 27 * 86_400)
  }

  @Test func `a price is changed although a plan renews whenever the clock is read`() async throws {
    let (shop, engine) = try await hurriedShop()

    let answer = try await engine.perform(
      .setPrice(productID: "subscription.pro", price: 1, policy: .inform))

    #expect(try await shop.isSettled(until: answer.time.now))
    let periods = try await engine.transactions(account: nil).value.map(\.transaction)
    for period in periods {
      #expect((period.price == 1000) == (period.purchaseDate > answer.time.now))
    }
    #expect(periods.contains { $0.price == 1000 })
  }

  @Test func `a clock is frozen although a plan renews whenever the clock is read`() async throws {
    let (shop, engine) = try await hurriedShop()

    let time = try await engine.setClock(frozen: true)

    #expect(time.isFrozen)
    #expect(try await shop.isSettled(until: time.now))
  }

  /// A shop with a plan that renews every two seconds, and an engine whose clock moves two seconds each
  /// time that it is read.
  private func hurriedShop() async throws -> (StoreFixture, StoreEngine) {
    let fixture = try await StoreFixture.make()
    _ = try await fixture.engine.perform(.setRenewalLimit(isOn: false))
    _ = try await fixture.engine.perform(.setTimeRate(timeRate: .oneRenewalEveryTwoSeconds))
    try await fixture.device("alpha").backend.buy("subscription.pro")
    _ = try await fixture.engine.setClock(frozen: false)
    let wall = ManualClock(.fixture)
    let engine = try await fixture.another {
      wall.advance(by: 2)
      return wall.now
    }
    return (fixture, engine)
  }
}

extension StoreFixture {
  /// Returns whether nothing is due until `date`.
  fileprivate func isSettled(until date: Date) async throws -> Bool {
    let ledgers = try SQLiteLedgerStore(file: folder.appending(path: "store.sqlite"))
    return try await ledgers.nextDue(until: date) == nil
  }
}
