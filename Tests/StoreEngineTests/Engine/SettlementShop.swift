import Foundation
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import StoreSQLite
import TestSupport
import Testing

/// Three customers with three plans each: one renews, one cannot be charged, one ends.
struct SettlementShop {
  let fixture: StoreFixture

  /// The stored data of the customers.
  struct History: Hashable {
    /// In the order in which they were recorded.
    var events: [StoredEvent]
    var ledgers: [Ledger]
  }

  static func make() async throws -> SettlementShop {
    let shop = SettlementShop(fixture: try await StoreFixture.make(catalogue: catalogue()))
    let engine = shop.fixture.engine
    _ = try await engine.perform(.setGracePeriod(gracePeriod: .days16))
    for (number, account) in ["alice", "bob", "carol"].enumerated() {
      try await shop.buyPlans(account, number)
      try await shop.fixture.advance("P1D")
    }
    _ = try await engine.perform(
      .failBilling(subscription: .product("plan.2", account: "bob")))
    _ = try await engine.perform(
      .disableAutoRenew(subscription: .product("plan.1", account: "carol")))
    return shop
  }

  /// The end of the time that the tests settle.
  static let end = Date.fixture.addingTimeInterval(200 * 86_400)

  /// The history of a shop that settles until ``end`` at once, and the number of events.
  static func settledOnce() async throws -> (history: History, events: Int) {
    let shop = try await make()
    let events = try await shop.fixture.engine.advance(.to(end)).value.events
    return (try await shop.history(), events)
  }

  private func buyPlans(_ account: String, _ number: Int) async throws {
    let signIn = try await fixture.engine.signIn(local: account).value
    let registration = try await fixture.engine.registerDevice("phone", signIn: signIn.token).value
    let instance = try #require(UUID(uuidString: "00000000-0000-0000-0001-00000000000\(number)"))
    let phone = try await fixture.backend(of: registration, instance: instance)
    for plan in 1...3 {
      let key = "00000000-0000-0000-0000-0000000000\(number)\(plan)"
      try await phone.buy("plan.\(plan)", key: try #require(UUID(uuidString: key)))
    }
  }

  func history() async throws -> History {
    let ledgers = try SQLiteLedgerStore(file: fixture.folder.appending(path: "store.sqlite"))
    let customers = (1...3).map { CustomerNumber(rawValue: $0) }
    let events = try await customers.asyncMap { try await ledgers.notifiedEvents(of: $0) }
    return History(
      events: events.flatMap(\.self).sorted { $0.sequence < $1.sequence },
      ledgers: try await customers.asyncMap {
        try await ledgers.ledger(of: $0, needs: LedgerNeeds())
      })
  }

  /// A coin, and three plans in three groups: weekly, monthly and every two months.
  private static func catalogue() throws -> Catalogue {
    let groups = ["P1W", "P1M", "P2M"].enumerated().map { index, period in
      """
      { "id" : "group.\(index + 1)", "name" : "Group", "subscriptions" : [
        { "productID" : "plan.\(index + 1)", "type" : "RecurringSubscription",
          "displayPrice" : "\(index + 1).99", "recurringSubscriptionPeriod" : "\(period)" } ] }
      """
    }
    let coin = #"{ "productID" : "coin", "type" : "Consumable", "displayPrice" : "0.99" }"#
    let text =
      #"{ "products" : [ \#(coin) ], "#
      + #""subscriptionGroups" : [ \#(groups.joined(separator: ", ")) ] }"#
    return try Catalogue.read(Data(text.utf8), file: "plans.storekit")
  }
}
