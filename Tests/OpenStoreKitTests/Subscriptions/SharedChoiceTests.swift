import StoreAPI
import StoreEngine
import StoreOperatorAPI
import Synchronization
import TestSupport
import Testing

@testable import OpenStoreKit

/// Choices beside another subscription, and choices that another device makes at the same time.
@Suite(.hangLimit) struct SharedChoiceTests {
  typealias Choice = LostCommandTests.Choice
  private static let standard = "subscription.standard"

  @Test(arguments: LostCommandTests.choices, [Line.Condition.good, .answersVanish(1)])
  func `a choice about one plan leaves the plan of another group as it is`(
    choice: Choice, condition: Line.Condition
  ) async throws {
    let store = try await StoreFixture.make(catalogue: .withRadio())
    let alice = try await Customer.onNewDevice(of: store, sheets: choice.sheets())
    try await alice.buy("radio").transaction().finish()
    try await alice.buy(Self.standard).transaction().finish()
    for command in choice.commands { _ = try await store.engine.perform(command) }
    if let advance = choice.advance { try await store.advance(advance) }
    let before = try await alice.session.subscriptionPlans(in: "MUSIC")
    alice.line.condition = condition

    #expect(try await choice.open(alice.session) == .changed)

    alice.line.condition = .good
    #expect(try await alice.session.subscriptionPlans(in: "MUSIC") == before)
    let plan = try await alice.session.subscriptionPlans(in: LostCommandTests.group).first
    #expect(plan.map(choice.isDone) == true)
  }

  @Test func `a choice that is lost is not taken for made because another plan is so`()
    async throws
  {
    let store = try await StoreFixture.make(catalogue: .withRadio())
    let alice = try await Customer.onNewDevice(of: store)
    try await alice.buy("radio").transaction().finish()
    try await alice.buy(Self.standard).transaction().finish()
    #expect(try await alice.session.setAutoRenew(false, in: "MUSIC") == .changed)
    alice.line.condition = .commandsVanish

    await #expect {
      try await alice.session.setAutoRenew(false, in: LostCommandTests.group)
    } throws: { $0.isStoreKitError("networkError") }
  }

  @Test(arguments: LostCommandTests.choices, [Line.Condition.good, .commandsVanish])
  func `a choice that another device has made meanwhile is made`(
    choice: Choice, condition: Line.Condition
  ) async throws {
    let other = Mutex<Customer?>(nil)
    let sheets = choice.sheets {
      guard let other = other.withLock({ $0 }) else { return }
      _ = try? await choice.open(other.session)
    }
    let alice = try await Customer.subscriber(before: choice, sheets: sheets)
    let second = try await Customer.onNewDevice("beta", of: alice.store, sheets: choice.sheets())
    other.withLock { $0 = second }
    alice.line.condition = condition

    #expect(try await choice.open(alice.session) == .changed)

    #expect(second.sheets.failures == [nil])
    #expect(alice.sheets.failures == [nil])
    let transactions = try await alice.store.backend(of: alice.registration)
      .transactions(of: nil, includingFinishedConsumables: false).value
    #expect(transactions.count <= 2, "a payment is charged once")
  }
}

extension Catalogue {
  /// SK Demo's products, and a plan in a group of its own.
  fileprivate static func withRadio() throws -> Catalogue {
    var catalogue = try skdemo()
    var radio = try #require(catalogue.products.first { $0.id == "subscription.standard" })
    radio.id = "radio"
    radio.internalID = "RADIO"
    radio.subscription?.groupID = "MUSIC"
    radio.subscription?.introductoryOffer = nil
    catalogue.products.append(radio)
    return catalogue
  }
}
