import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI
import TestSupport
import Testing

@testable import StoreEngine

/// A store that its operator makes as new.
@Suite(.hangLimit) struct NewStoreResetTests {
  private let fixture: StoreFixture

  init() async throws { fixture = try await StoreFixture.make() }

  /// Changes everything that a reset is to undo, and moves the clock into the next year.
  private func live(_ backend: any StoreBackend) async throws {
    try await backend.buy("subscription.premium")
    for command in [
      OperatorCommand.setPrice(productID: "subscription.premium", price: 5.99, policy: .askConsent),
      .setGracePeriod(gracePeriod: .days16), .setStorefront(storefront: "DEU"),
      .setSimulatedError(api: .loadProducts, error: SimulatedError(.networkError)),
    ] {
      _ = try await fixture.engine.perform(command)
    }
    try await fixture.advance("P1Y")
  }

  private func settings() async throws -> OperatorSettings? {
    guard case .settings(let values) = try await fixture.engine.perform(.settings).value else {
      return nil
    }
    return values
  }

  private func price() async throws -> Decimal? {
    try await fixture.engine.catalogue().product("subscription.premium")?.price
  }

  @Test func `a store as new has no purchases, and the prices, settings and time of a new one`()
    async throws
  {
    let (alpha, _) = try await fixture.device("alpha")
    let (fresh, freshPrice) = (try await settings(), try await price())
    try await live(alpha)
    #expect(try await price() != freshPrice)

    let answer = try await fixture.engine.perform(.reset(asNew: true))
    let time = answer.time

    #expect(answer.value == .done(asNew: true))
    #expect(time.now == .fixture && !time.isFrozen && time.generation == 1)
    #expect(try await settings() == fresh)
    #expect(try await price() == freshPrice)
    #expect(try await fixture.engine.transactions(account: nil).value.isEmpty)
    #expect(try await fixture.engine.perform(.accounts).value.accountNames == ["alice"])
  }

  @Test func `a reset of the purchases keeps prices, settings and time`() async throws {
    let (alpha, _) = try await fixture.device("alpha")
    try await live(alpha)
    let (changed, changedPrice) = (try await settings(), try await price())
    let before = try await fixture.engine.clock()

    let answer = try await fixture.engine.perform(.reset)
    let time = answer.time

    #expect(answer.value == .done())

    #expect(time.now == before.now && time.isFrozen == before.isFrozen)
    #expect(time.epoch != before.epoch)
    #expect(try await settings() == changed)
    #expect(try await price() == changedPrice)
    #expect(try await fixture.engine.transactions(account: nil).value.isEmpty)
  }

  @Test func `a device of a store that was made as new buys at the old price again`() async throws {
    let (alpha, _) = try await fixture.device("alpha")
    try await live(alpha)
    _ = try await fixture.engine.perform(.reset(asNew: true))

    let bought = try await alpha.buy("subscription.premium").transaction()

    #expect(bought.price == 3990)
    #expect(bought.currency == "USD")
  }

  @Test func `events after the time that a store goes back to do not block it`()
    async throws
  {
    let (alpha, _) = try await fixture.device("alpha")
    try await live(alpha)
    _ = try await fixture.engine.perform(.reset(asNew: true))
    try await fixture.advance("P2M")

    let back = try await fixture.engine.perform(
      .setClockBack(date: Date.fixture.addingTimeInterval(86_400)))

    #expect(back.time.now == Date.fixture.addingTimeInterval(86_400))
  }
}

extension OperatorResult {
  fileprivate var accountNames: [String]? {
    if case .accounts(let list) = self { list.map(\.name) } else { nil }
  }
}
