import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI
import TestSupport
import Testing

@testable import StoreEngine

/// The events that an advance of the clock lists.
@Suite(.hangLimit) struct SettledEventTests {
  private let fixture: StoreFixture

  init() async throws { fixture = try await StoreFixture.make() }

  /// What happens in a duration.
  private func events(in duration: String) async throws -> [SettledEvent] {
    let duration = try #require(CalendarDuration(duration))
    return try await fixture.engine.perform(.advance(move: .by(duration))).value.settledEvents
  }

  @Test func `a renewal is listed with its account, price and transaction`() async throws {
    let (alpha, _) = try await fixture.device("alpha")
    try await alpha.buy("subscription.premium")

    let renewals = try await events(in: "P2M")

    #expect(renewals.map(\.kind) == [.renewed, .renewed])
    #expect(renewals.map(\.date) == renewals.map(\.date).sorted())
    let first = try #require(renewals.first)
    #expect(first.productID == "subscription.premium" && first.account == "alice")
    #expect(first.price == Decimal(string: "3.99") && first.currency == "USD")
    let transactions = try await fixture.engine.transactions(account: nil).value.map(\.id)
    #expect(renewals.compactMap(\.transactionID).allSatisfy(transactions.contains))
  }

  @Test
  func `a payment that fails is listed with the end of the grace period, and each end after it`()
    async throws
  {
    let (alpha, _) = try await fixture.device("alpha")
    try await alpha.buy("subscription.premium")
    _ = try await fixture.engine.perform(.setGracePeriod(gracePeriod: .days16))
    _ = try await fixture.engine.perform(
      .failBilling(subscription: .product("subscription.premium", account: nil)))

    let told = try await events(in: "P4M")

    #expect(told.map(\.kind) == [.billingRetryBegan, .gracePeriodExpired, .expired])
    #expect(told.first?.gracePeriodExpirationDate == told.dropFirst().first?.date)
    #expect(told.last?.expirationIntent == .billingError)
  }

  @Test func `a plan that the customer has cancelled ends because renewal was off`() async throws {
    let (alpha, _) = try await fixture.device("alpha")
    try await alpha.buy("subscription.premium")
    _ = try await fixture.engine.perform(
      .disableAutoRenew(subscription: .product("subscription.premium", account: nil)))

    let told = try await events(in: "P2M")

    #expect(told.map(\.kind) == [.expired])
    #expect(told.first?.expirationIntent == .autoRenewDisabled)
  }

  @Test func `an order that nobody approves lapses after a day`() async throws {
    let (alpha, _) = try await fixture.device("alpha")
    _ = try await fixture.engine.perform(.setAskToBuy(isOn: true))
    try await alpha.buy("nonconsumable.car")

    let told = try await events(in: "P2D")

    #expect(told.map(\.kind) == [.orderLapsed])
    #expect(told.first?.productID == "nonconsumable.car")
  }

  @Test func `nothing is listed if nothing was due`() async throws {
    let answer = try await fixture.engine.perform(.advance(move: .by(.zero)))

    #expect(answer.value == .advanced(from: .fixture, to: .fixture, events: 0))
  }

  @Test func `a long advance lists the first events, and counts all`() async throws {
    let (alpha, _) = try await fixture.device("alpha")
    try await alpha.buy("subscription.premium")
    let end = try #require(CalendarDuration("P10Y"))

    let answer = try await fixture.engine.perform(.advance(move: .by(end)))

    #expect(answer.value.settledEvents.count == SettledEvent.listLimit)
    #expect(answer.value.clockAdvance?.events == 120)
  }
}
