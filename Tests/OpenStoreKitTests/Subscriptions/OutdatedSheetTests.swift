import AppStorePayloads
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import Synchronization
import TestSupport
import Testing

@testable import OpenStoreKit

/// Prices that change while the customer reads a sheet.
@Suite(.hangLimit) struct OutdatedSheetTests {
  private static let group = "3F19ED53"
  private static let id = "subscription.standard"
  private static let standard = SubscriptionReference.product(id, account: nil)

  private static func price(
    _ price: Decimal, _ policy: PriceChangePolicy = .askConsent
  ) -> OperatorCommand {
    .setPrice(productID: id, price: price, policy: policy)
  }

  /// A subscriber to Standard, after the first commands; each list of the others is performed while
  /// they read a sheet.
  private func subscriber(
    after commands: [OperatorCommand], meanwhile: [[OperatorCommand]]
  ) async throws -> Customer {
    let store = try await StoreFixture.make()
    let changes = Mutex(meanwhile)
    let isReading = Mutex(false)
    let sheets = ScriptedSheets(meanwhile: {
      guard isReading.withLock({ $0 }) else { return }
      let next = changes.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      for command in next ?? [] { _ = try? await store.engine.perform(command) }
    })
    let alice = try await Customer.subscriber(of: store, after: commands, sheets: sheets)
    isReading.withLock { $0 = true }
    return alice
  }

  @Test func `a price that changes while its sheet is read is asked for again, and not agreed to`()
    async throws
  {
    let alice = try await subscriber(after: [Self.price(4)], meanwhile: [[Self.price(9)]])

    #expect(try await alice.session.answerPriceIncrease(in: Self.group) == .changed)

    let shown = alice.sheets.subscriptionSheets.map(\.newPrice)
    #expect(shown == [4, 9])
    let reason = try #require(alice.sheets.failures.first ?? nil)
    #expect(reason.contains("is now 9 USD, which is not the price that you were shown"))
    #expect(alice.sheets.failures.last == .some(nil))
    #expect(try await alice.session.subscriptionPlans().first?.priceIncrease?.isAgreed == true)
  }

  @Test func `a price that goes on changing is asked for twice, and then still waits`() async throws
  {
    let alice = try await subscriber(
      after: [Self.price(4)], meanwhile: [[Self.price(9)], [Self.price(10)]])

    await #expect {
      try await alice.session.answerPriceIncrease(in: Self.group)
    } throws: { $0.isStoreKitError("systemError") }

    #expect(alice.sheets.subscriptionSheets.count == 2)
    let plan = try #require(try await alice.session.subscriptionPlans().first)
    #expect(plan.asksForConsent && plan.priceIncrease?.newPrice.amount == 10)
  }

  @Test func `a price question that is taken back while its sheet is read changes nothing`()
    async throws
  {
    let alice = try await subscriber(
      after: [Self.price(4)], meanwhile: [[Self.price(Decimal(299) / 100)]])

    #expect(try await alice.session.answerPriceIncrease(in: Self.group) == .unchanged)

    #expect(alice.sheets.failures == ["the store no longer asks for an answer"])
  }

  @Test func `a customer does not read that they agreed, if meanwhile another price was agreed to`()
    async throws
  {
    let agreed = OperatorCommand.answerPriceIncrease(
      subscription: Self.standard, isAccepted: true)
    let alice = try await subscriber(
      after: [Self.price(4)], meanwhile: [[Self.price(9), agreed]])

    #expect(try await alice.session.answerPriceIncrease(in: Self.group) == .unchanged)

    let failure = try #require(alice.sheets.failures.first ?? nil)
    #expect(failure.contains("is now 9 USD, which is not the price that you were shown"))
    let plan = try #require(try await alice.session.subscriptionPlans().first)
    #expect(plan.priceIncrease?.isAgreed == true && plan.next?.price?.amount == 9)
  }

  @Test func `a price that changes while renewal is turned on is shown again before`()
    async throws
  {
    let alice = try await subscriber(
      after: [.disableAutoRenew(subscription: Self.standard)],
      meanwhile: [[Self.price(7, .inform)]])

    #expect(try await alice.session.setAutoRenew(true, in: Self.group) == .changed)

    #expect(alice.sheets.subscriptionSheets.map(\.priceIfTurnedOn) == [Decimal(299) / 100, 7])
    #expect(try await alice.session.subscriptionPlans().first?.next?.price?.amount == 7)
  }

  @Test func `a plan that is withdrawn while renewal is turned on is said to end before`()
    async throws
  {
    let alice = try await subscriber(
      after: [.disableAutoRenew(subscription: Self.standard)],
      meanwhile: [[.withdraw(productID: Self.id)]])

    #expect(try await alice.session.setAutoRenew(true, in: Self.group) == .changed)

    #expect(alice.sheets.subscriptionSheets.map(\.priceIfTurnedOn) == [Decimal(299) / 100, nil])
  }

  @Test func `a price that rises while the payment sheet is read is for the period after it`()
    async throws
  {
    let alice = try await subscriber(
      after: [.failBilling(subscription: Self.standard)], meanwhile: [[Self.price(7, .inform)]])
    try await alice.store.advance("P1M1D")

    #expect(try await alice.session.fixPayment() == .changed)

    let charges = alice.sheets.subscriptionSheets.map { $0.plans.map(\.charge?.amount) }
    #expect(charges == [[Decimal(299) / 100]])
    let paid = try await alice.store.engine.transactions(account: nil).value.first?.transaction
    #expect(paid?.price == 2990)
    let last = try await alice.session.subscriptionPlans().first
    #expect(last?.state == .subscribed)
  }

  @Test func `a plan that is withdrawn while the payment sheet is read ends only after it is said`()
    async throws
  {
    let alice = try await subscriber(
      after: [.failBilling(subscription: Self.standard)],
      meanwhile: [[.withdraw(productID: Self.id)]])
    try await alice.store.advance("P1M1D")

    #expect(try await alice.session.fixPayment() == .changed)

    let charges = alice.sheets.subscriptionSheets.map { $0.plans.map(\.charge?.amount) }
    #expect(charges == [[Decimal(299) / 100], [nil]])
    let plan = try #require(try await alice.session.subscriptionPlans().first)
    #expect(plan.state == .expired && plan.expirationReason == .productUnavailable)
  }
}

extension SubscriptionSheet.Content {
  /// The price at which the plan would renew if renewal were turned on.
  fileprivate var priceIfTurnedOn: Decimal? { plans.first?.nextIfTurnedOn?.price?.amount }

  /// The price that the sheet asks the customer to agree to.
  fileprivate var newPrice: Decimal? {
    if case .priceIncrease(let plan) = self { plan.priceIncrease?.newPrice.amount } else { nil }
  }
}
