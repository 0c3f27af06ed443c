import StoreAPI
import StoreEngine
import Testing

/// The numbers are those of the invariants in Subscription.swift.
@Suite struct DisableAutoRenewTests {
  @Test func `5: a plan whose renewal is off serves to its end, and then expires`() throws {
    var shop = try LedgerFixture("2026-01-01")
    try shop.buy("premium.plus")
    try shop.advance(to: "2026-01-10")

    try shop.disableAutoRenew("premium.plus")

    #expect(shop.subscription?.isActive == true)
    #expect(shop.subscription?.willAutoRenew == false)
    try shop.advance(to: "2026-03-01")
    #expect(shop.subscription?.expirationIntent == .autoRenewDisabled)
    #expect(shop.periods == ["2026-01-01"])
    #expect(shop.balance == "3.49")
  }

  @Test func `turning renewal off twice changes nothing more`() throws {
    var shop = try LedgerFixture("2026-01-01")
    try shop.buy("pro")
    try shop.disableAutoRenew("pro")
    let changes = shop.draft.changes

    try shop.disableAutoRenew("pro")

    #expect(shop.draft.changes == changes)
  }

  @Test func `a plan is meant by any transaction of its group`() throws {
    var shop = try LedgerFixture("2026-01-01")
    let first = try shop.buy("standard").transactionID
    try shop.buy("pro")

    try shop.perform(.disableAutoRenew(subscription: .transaction(first)))

    #expect(shop.subscription?.willAutoRenew == false)
  }

  @Test func `what serves no longer, was never a plan or is nobody's is refused`() throws {
    var shop = try LedgerFixture("2026-01-01")
    let car = try shop.buy("car").transactionID
    let plan = try shop.buy("pro").transactionID
    try shop.expire("pro")
    let nobodys = TransactionID(rawValue: 5)

    #expect(throws: StoreFault.notSubscribed("pro", account: nil)) {
      try shop.disableAutoRenew("pro")
    }
    #expect(throws: StoreFault.notSubscribed("pro", account: nil)) {
      try shop.perform(.disableAutoRenew(subscription: .transaction(plan)))
    }
    #expect(throws: StoreFault.notSubscribed("car", account: nil)) {
      try shop.perform(.disableAutoRenew(subscription: .transaction(car)))
    }
    #expect(throws: StoreFault.unknownTransaction(nobodys)) {
      try shop.perform(.disableAutoRenew(subscription: .transaction(nobodys)))
    }
  }
}
