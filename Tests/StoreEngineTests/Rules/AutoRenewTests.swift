import AppStorePayloads
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import Testing

/// The numbers are those of the invariants in Subscription.swift.
@Suite struct AutoRenewTests {
  @Test func `5: a plan whose renewal is off serves to its end, and then expires`() throws {
    var shop = try LedgerFixture("2026-01-01")
    try shop.buy("premium.plus")
    try shop.advance(to: "2026-01-10")

    try shop.disableAutoRenew("premium.plus")

    #expect(shop.subscription?.isActive == true)
    #expect(shop.subscription?.willAutoRenew == false)
    try shop.advance(to: "2026-03-01")
    #expect(shop.subscription?.expirationIntent == .autoRenewDisabled)
    #expect(shop.subscription?.dueDate == nil)
    #expect(shop.periods == ["2026-01-01"])
    #expect(shop.balance == "3.49")
  }

  @Test func `a plan whose renewal is turned on again renews`() throws {
    var shop = try LedgerFixture("2026-01-01")
    try shop.buy("premium.plus")
    try shop.disableAutoRenew("premium.plus")

    try shop.enableAutoRenew("premium.plus")

    try shop.advance(to: "2026-02-15")
    #expect(shop.periods == ["2026-01-01", "2026-02-01"])
  }

  @Test func `the plan that was chosen for the next period is kept`() throws {
    var shop = try LedgerFixture("2026-01-01")
    try shop.buy("pro")
    try shop.buy("standard")
    try shop.disableAutoRenew("pro")
    #expect(shop.subscription?.willAutoRenew == false)

    try shop.enableAutoRenew("pro")

    #expect(shop.subscription?.autoRenewPreference == "standard")
    try shop.advance(to: "2026-03-15")
    #expect(shop.subscription?.productID == "standard")
  }

  @Test func `turning renewal off or on a second time changes nothing`() throws {
    var shop = try LedgerFixture("2026-01-01")
    try shop.buy("pro")
    try shop.enableAutoRenew("pro")
    try shop.disableAutoRenew("pro")
    let changes = shop.draft.changes

    try shop.disableAutoRenew("pro")

    #expect(shop.draft.changes == changes)
    #expect(changes.count { $0.event.isRenewalChange } == 1)
  }
}

/// The commands that name a subscription.
@Suite struct ActiveSubscriptionTests {
  typealias Command = @Sendable (SubscriptionReference) -> OperatorCommand

  static let commands: [Command] = [
    { .expire(subscription: $0) }, { .disableAutoRenew(subscription: $0) },
    { .enableAutoRenew(subscription: $0) },
  ]

  @Test func `any transaction of its group names a subscription`() throws {
    var shop = try LedgerFixture("2026-01-01")
    let first = try shop.buy("standard").transactionID
    try shop.buy("pro")

    try shop.perform(.disableAutoRenew(subscription: .transaction(first)))

    #expect(shop.subscription?.willAutoRenew == false)
  }

  @Test func `a scheduled plan does not name a subscription`() throws {
    var shop = try LedgerFixture("2026-01-01")
    try shop.buy("pro")
    try shop.buy("standard")

    #expect(throws: StoreError.notSubscribed(productID: "standard", account: nil)) {
      try shop.expire("standard")
    }
    try shop.expire("pro")
    #expect(shop.subscription?.isActive == false)
  }

  @Test(arguments: commands)
  func `an expired plan, a car and an unknown transaction are refused`(command: Command) throws {
    var shop = try LedgerFixture("2026-01-01")
    let car = try shop.buy("car").transactionID
    let plan = try shop.buy("pro").transactionID
    try shop.expire("pro")
    let unknown = TransactionID(rawValue: 5)

    for (reference, error) in [
      (
        SubscriptionReference.product("pro", account: nil),
        StoreError.notSubscribed(productID: "pro", account: nil)
      ),
      (.transaction(plan), .notSubscribed(productID: "pro", account: nil)),
      (.transaction(car), .notSubscribed(productID: "car", account: nil)),
      (.transaction(unknown), .unknownTransaction(transactionID: unknown)),
    ] {
      #expect(throws: error) { try shop.perform(command(reference)) }
    }
  }
}

extension LedgerEvent {
  fileprivate var isRenewalChange: Bool {
    if case .renewalChanged = self { true } else { false }
  }
}
