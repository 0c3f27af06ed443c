import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import StoreSQLite
import Synchronization
import TestSupport
import Testing

/// The actions of one process while another is in the middle of a call.
@Suite(.hangLimit) struct InterruptionTests {
  private let fixture: StoreFixture

  init() async throws { fixture = try await StoreFixture.make() }

  @Test func `a clock that is frozen while it is advanced stays frozen`() async throws {
    _ = try await fixture.engine.setClock(frozen: false)
    let engine = try await fixture.another(over: {
      InterruptedLedgerStore(ledgers: $0) { _ = try? await fixture.engine.setClock(frozen: true) }
    })

    let end = try await engine.advance(.to(.fixture.addingTimeInterval(3600)))

    #expect(end.time.isFrozen)
    #expect(try await fixture.engine.clock() == end.time)
  }

  @Test func `a clock is frozen at once however often customers buy`() async throws {
    let wall = ManualClock(.fixture)

    #expect(try await busyEngine(in: fixture, wall).setClock(frozen: true).isFrozen)

    #expect(wall.now == .fixture.addingTimeInterval(1), "there was one attempt")
  }

  @Test func `a setting is changed at once however often customers buy`() async throws {
    let wall = ManualClock(.fixture)

    let answer = try await busyEngine(in: fixture, wall)
      .perform(.setTimeRate(timeRate: .oneRenewalEveryMinute))

    #expect(answer.time.timeRate == .oneRenewalEveryMinute)
    #expect(wall.now == .fixture.addingTimeInterval(1), "there was one attempt")
  }

  @Test func `nothing is sold or renewed for a price that has just changed`() async throws {
    let token = try await fixture.device("alpha").registration.token
    let prices = Mutex(202)
    let engine = try await fixture.another(over: {
      InterruptedLedgerStore(ledgers: $0) {
        let price = prices.withLock { price in
          price -= 1
          return Decimal(price) / 100
        }
        _ = try? await fixture.engine.perform(
          .setPrice(productID: "subscription.standard", price: price, policy: .inform))
      }
    })
    let alpha = try await engine.backend(for: token, instance: InstanceID(UUID()))
    let changed = StoreError.unavailable(
      reason: "its prices or settings have just changed: try again")

    await #expect(throws: changed) { try await alpha.buy("subscription.standard") }
    let (beta, _) = try await fixture.device("beta")
    #expect(try await beta.buy("subscription.standard").transaction().price == 2010)
    await #expect(throws: changed) {
      try await engine.perform(
        .renew(subscription: .product("subscription.standard", account: nil)))
    }
  }

  @Test func `what becomes due while a setting is changed is renewed with the old setting`()
    async throws
  {
    let (alpha, _) = try await fixture.device("alpha")
    try await alpha.buy("subscription.standard")
    _ = try await fixture.engine.setClock(frozen: false)
    let readings = Mutex(0)
    let engine = try await fixture.another {
      // The period ends after everything due was settled.
      let reading = readings.withLock { readings in
        readings += 1
        return readings
      }
      return reading > 1 ? .fixture.addingTimeInterval(32 * 86_400) : .fixture
    }

    let answer = try await engine.perform(.setTimeRate(timeRate: .oneRenewalEveryMinute))

    let periods = try await engine.transactions(account: nil).value.map(\.transaction)
    #expect(periods.count == 2)
    #expect(try #require(periods[0].expiresDate) > answer.time.now, "a whole month")
  }

  @Test func `a reset is not earlier than the last purchase`() async throws {
    let wall = ManualClock(.fixture)

    let time = try await busyEngine(in: fixture, wall).reset()

    #expect(time.now == wall.now && wall.now > .fixture)
  }

  @Test func `a reset during a call does not say that the device was removed`() async throws {
    let token = try await fixture.device("alpha").registration.token
    let engine = try await fixture.another(over: {
      InterruptedLedgerStore(ledgers: $0) { _ = try? await fixture.engine.reset() }
    })
    let alpha = try await engine.backend(for: token, instance: InstanceID(UUID()))
    let reset = StoreError.unavailable(reason: "the store was reset: try again")

    await #expect(throws: reset) { try await alpha.buy("nonconsumable.car") }
    await #expect(throws: reset) { try await alpha.settle(OrderKey(UUID())) }
    await #expect(throws: reset) { try await alpha.finish(TransactionID(rawValue: 1)) }
    await #expect(throws: reset) {
      try await alpha.quote("nonconsumable.car", quantity: 1, offer: nil)
    }
  }

  @Test func `a device that is removed during a call is signed out`() async throws {
    let token = try await fixture.device("alpha").registration.token
    let engine = try await fixture.another(over: {
      InterruptedLedgerStore(ledgers: $0) {
        _ = try? await fixture.engine.perform(.removeDevice(device: "alpha", account: "alice"))
      }
    })
    let alpha = try await engine.backend(for: token, instance: InstanceID(UUID()))

    await #expect(throws: StoreError.unauthorized) { try await alpha.buy("nonconsumable.car") }
  }

  /// An engine of a store with a running clock: each time that it changes a ledger or the clock, a
  /// customer has bought fuel one second later; at most ten times.
  private func busyEngine(in fixture: StoreFixture, _ wall: ManualClock) async throws -> StoreEngine
  {
    let shop = try await fixture.another { wall.now }
    _ = try await shop.setClock(frozen: false)
    let token = try await fixture.device("alpha").registration.token
    let alpha = try await shop.backend(for: token, instance: InstanceID(UUID()))
    return try await fixture.another(over: {
      InterruptedLedgerStore(ledgers: $0) {
        guard wall.now < .fixture.addingTimeInterval(10) else { return }
        wall.advance(by: 1)
        _ = try? await alpha.buy("consumable.fuel.octane87")
      }
    })
  }
}

/// A double before which something happens each time that a ledger or the clock is used.
private struct InterruptedLedgerStore: ForwardingLedgerStore {
  let ledgers: SQLiteLedgerStore
  let interrupt: @Sendable () async -> Void

  func transact<Value: Sendable>(
    _ customer: CustomerNumber, needs: LedgerNeeds,
    decide: @escaping @Sendable (Ledger, StoreSettings) throws(StoreError) -> Decision<Value>
  ) async throws(StoreError) -> Value {
    await interrupt()
    return try await ledgers.transact(customer, needs: needs, decide: decide)
  }

  func settle(
    until date: Date, limit: Int, _ settlement: SettlementContext
  ) async throws(StoreError) -> SettlementProgress {
    await interrupt()
    return try await ledgers.settle(until: date, limit: limit, settlement)
  }

  func ledger(of customer: CustomerNumber, needs: LedgerNeeds) async throws(StoreError) -> Ledger {
    await interrupt()
    return try await ledgers.ledger(of: customer, needs: needs)
  }

  func changeSettings(
    _ settlement: SettlementContext, _ change: @escaping @Sendable (inout StoreSettings) -> Void
  ) async throws(StoreError) -> SettledChange<StoreSettings> {
    await interrupt()
    return try await ledgers.changeSettings(settlement, change)
  }

  func setClock(
    reaching target: Date, frozen: Bool?, _ settlement: SettlementContext
  ) async throws(StoreError) -> SettledChange<StoreSettings> {
    await interrupt()
    return try await ledgers.setClock(reaching: target, frozen: frozen, settlement)
  }

  func reset(
    at now: Date, nextEpoch: @escaping @Sendable (StoreSettings) -> Int
  ) async throws(StoreError) -> StoreSettings {
    await interrupt()
    return try await ledgers.reset(at: now, nextEpoch: nextEpoch)
  }
}
