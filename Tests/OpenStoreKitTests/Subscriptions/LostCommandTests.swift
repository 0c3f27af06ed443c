import StoreAPI
import StoreEngine
import StoreOperatorAPI
import TestSupport
import Testing

@testable import OpenStoreKit

/// Commands whose answers are lost, and commands that are therefore sent twice.
@Suite(.hangLimit) struct LostCommandTests {
  static let group = "3F19ED53"
  private static let standard = SubscriptionReference.product("subscription.standard", account: nil)

  /// What a subscriber to Standard does in a sheet, and what happened before.
  struct Choice: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var commands: [OperatorCommand] = []
    var advance: String?
    var isAccepted = true
    let open: @Sendable (StoreSession) async throws -> StoreSession.SheetOutcome
    /// Whether the plan is then as the customer has asked.
    let isDone: @Sendable (SubscriptionPlan) -> Bool

    /// Sheets in which the customer chooses it; `meanwhile` happens while they read.
    func sheets(meanwhile: @escaping @Sendable () async -> Void = {}) -> ScriptedSheets {
      ScriptedSheets(
        meanwhile: meanwhile,
        choosing: { [isAccepted] in isAccepted ? $0.actions.first : $0.actions.last })
    }
  }

  static let choices: [Choice] = [
    Choice(testDescription: "turn renewal off") {
      try await $0.setAutoRenew(false, in: group)
    } isDone: {
      $0.state == .subscribed && !$0.willAutoRenew
    },
    Choice(
      testDescription: "turn renewal on", commands: [.disableAutoRenew(subscription: standard)]
    ) {
      try await $0.setAutoRenew(true, in: group)
    } isDone: {
      $0.willAutoRenew
    },
    Choice(
      testDescription: "turn renewal off in grace",
      commands: [.setGracePeriod(gracePeriod: .days16), .failBilling(subscription: standard)],
      advance: "P1M1D"
    ) {
      try await $0.setAutoRenew(false, in: group)
    } isDone: {
      $0.state == .expired && $0.expirationReason == .autoRenewDisabled
    },
    Choice(
      testDescription: "agree to a price",
      commands: [.requestPriceIncreaseConsent(subscription: standard)]
    ) {
      try await $0.answerPriceIncrease(in: group)
    } isDone: {
      $0.priceIncrease?.isAgreed == true
    },
    Choice(
      testDescription: "decline a price",
      commands: [.requestPriceIncreaseConsent(subscription: standard)], isAccepted: false
    ) {
      try await $0.answerPriceIncrease(in: group)
    } isDone: {
      !$0.willAutoRenew
    },
    Choice(
      testDescription: "fix the payment", commands: [.failBilling(subscription: standard)],
      advance: "P1M1D"
    ) {
      try await $0.fixPayment()
    } isDone: {
      $0.state == .subscribed
    },
  ]

  @Test(
    arguments: choices, [Line.Condition.answersVanish(1), .commandsAreSentAgain])
  func `a customer learns what they have changed, although the answer was lost`(
    choice: Choice, condition: Line.Condition
  ) async throws {
    let alice = try await Customer.subscriber(before: choice)
    alice.line.condition = condition

    #expect(try await choice.open(alice.session) == .changed)

    #expect(alice.sheets.failures == [nil])
    alice.line.condition = .good
    let plan = try #require(try await alice.session.subscriptionPlans().first)
    #expect(choice.isDone(plan), "\(plan)")
  }

  @Test(arguments: choices)
  func `without the store it is not known what became of a choice, and the sheet says so`(
    choice: Choice
  ) async throws {
    let alice = try await Customer.subscriber(before: choice)
    alice.line.condition = .cutAfterCommand

    let error = await #expect(throws: StoreKitError.self) { try await choice.open(alice.session) }

    let reason = try #require(error?.errorDescription)
    #expect(reason.contains("the result of this change is unknown"))
    #expect(alice.sheets.failures == [reason])
    #expect(
      alice.recorder.diagnostics.contains {
        $0.description.contains("the result of a customer's command")
      })
    alice.line.condition = .good
    let plan = try #require(try await alice.session.subscriptionPlans().first)
    #expect(choice.isDone(plan), "\(plan)")
  }

  @Test(arguments: choices)
  func `a choice that reaches the store only later is said to be unknown, and happens then`(
    choice: Choice
  ) async throws {
    let alice = try await Customer.subscriber(before: choice)
    alice.line.condition = .commandIsLate

    await #expect {
      try await choice.open(alice.session)
    } throws: { $0.isStoreKitError("networkError") }

    let failure = try #require(alice.sheets.failures.last ?? nil)
    #expect(failure.contains("the result of this change is unknown"))
    #expect(failure.contains("The change may still happen."))
    let plan = try #require(try await alice.session.subscriptionPlans().first)
    #expect(choice.isDone(plan), "\(plan)")
  }

  @Test func `a payment method that is fixed before a renewal fails is not known to be fixed`()
    async throws
  {
    let choice = Choice(
      testDescription: "fix a payment that has not failed yet",
      commands: [.failBilling(subscription: Self.standard)]
    ) {
      try await $0.fixPayment()
    } isDone: {
      $0.state == .subscribed
    }
    let alice = try await Customer.subscriber(before: choice)
    alice.line.condition = .answersVanish(1)
    await #expect {
      try await choice.open(alice.session)
    } throws: { $0.isStoreKitError("networkError") }
    #expect(
      (alice.sheets.failures.last ?? nil)?.contains("the result of this change is unknown") == true)

    // The second answer says that nothing was charged, which is true.
    alice.line.condition = .commandsAreSentAgain
    #expect(try await choice.open(alice.session) == .unchanged)
    try await alice.store.advance("P1M1D")
    #expect(try await alice.session.subscriptionPlans().first.map(choice.isDone) == true)
  }

  @Test(arguments: choices)
  func `a choice that has not reached the store has not happened, and can be made again`(
    choice: Choice
  ) async throws {
    let alice = try await Customer.subscriber(before: choice)
    alice.line.condition = .commandsVanish

    await #expect {
      try await choice.open(alice.session)
    } throws: { $0.isStoreKitError("networkError") }

    let failure = try #require(alice.sheets.failures.last ?? nil)
    #expect(
      failure.contains("the store does not answer: the command vanished. The change may still"))
    alice.line.condition = .good
    let plan = try #require(try await alice.session.subscriptionPlans().first)
    #expect(!choice.isDone(plan), "\(plan)")
    #expect(try await choice.open(alice.session) == .changed)
  }
}

extension Customer {
  /// A subscriber to Standard for whom the operator has performed the commands.
  static func subscriber(
    of store: StoreFixture? = nil, after commands: [OperatorCommand],
    sheets: ScriptedSheets = ScriptedSheets()
  ) async throws -> Customer {
    let alice = try await onNewDevice(of: store, sheets: sheets)
    try await alice.buy("subscription.standard").transaction().finish()
    for command in commands { _ = try await alice.store.engine.perform(command) }
    return alice
  }

  /// A subscriber to Standard who can make the choice.
  static func subscriber(
    before choice: LostCommandTests.Choice, sheets: ScriptedSheets? = nil
  ) async throws -> Customer {
    let alice = try await subscriber(after: choice.commands, sheets: sheets ?? choice.sheets())
    if let advance = choice.advance { try await alice.store.advance(advance) }
    return alice
  }
}
