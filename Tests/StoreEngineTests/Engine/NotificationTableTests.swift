import AppStorePayloads
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import TestSupport
import Testing

/// The table of notifications, made to happen with commands on a real store.
@Suite(.hangLimit) struct NotificationTableTests {
  @Test(arguments: LifecycleScenario.all)
  func `a plan's life is recorded with the type and the values of the table`(
    scenario: LifecycleScenario
  ) async throws {
    let outcome = try await scenario.perform()

    #expect(outcome.notifications.contains(scenario.notification))
    #expect(outcome.transaction == scenario.transaction)
    #expect(outcome.renewalInfo == scenario.renewalInfo)
    #expect(outcome.status == scenario.status?.rawValue)
    #expect(outcome.notifiedTransaction == scenario.transaction, "as at the time of the event")
    #expect(outcome.notifiedRenewalInfo == scenario.renewalInfo, "as at the time of the event")
  }

  @Test func `every type that a plan's life can have is in the table`() {
    let seen = Set(LifecycleScenario.all.map(\.notification.type))

    #expect(seen == Set(NotificationType.allCases).subtracting(Self.otherTypes))
  }

  @Test func `every subtype that a plan's life can have is in the table`() {
    let seen = Set(LifecycleScenario.all.compactMap(\.notification.subtype))

    #expect(seen == Set(NotificationSubtype.allCases).subtracting(Self.otherSubtypes))
  }

  /// Those that are about no event of a customer, or about purchases that this store does not sell.
  private static let otherTypes: Set<NotificationType> = [
    .test, .renewalExtension, .externalPurchaseToken, .rescindConsent, .metadataUpdate, .migration,
    .priceChange,
  ]

  /// Those of the other types.
  private static let otherSubtypes: Set<NotificationSubtype> = [
    .summary, .failure, .unreported, .created, .activeTokenReminder,
  ]

  @Test(arguments: [
    ("in one step", ["P3M"]), ("month by month", ["P1M", "P1M", "P1M"]),
    ("day by day", Array(repeating: "P1D", count: 89)),
  ])
  func `the same notifications are recorded whenever they are settled`(
    _: String, steps: [String]
  ) async throws {
    let fixture = try await StoreFixture.make()
    let backend = try await fixture.device("phone").backend
    let plan = "subscription.standard"
    try await fixture.perform(
      .command(.setGracePeriod(gracePeriod: .days16)), as: backend)
    try await fixture.perform(.buy(plan), as: backend)
    try await fixture.perform(
      .command(.failBilling(subscription: .product(plan, account: nil))), as: backend)

    for step in steps { try await fixture.advance(step) }

    let types = try await fixture.events().flatMap(\.change.notifications).map(\.type)
    #expect(types == [.subscribed, .didFailToRenew, .gracePeriodExpired])
  }
}
