import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI
import TestSupport
import Testing

@Suite(.hangLimit) struct AutoRenewTests {
  @Test(arguments: Site.allCases)
  func `turning renewal off is sent once, and the plan ends with its period`(site: Site)
    async throws
  {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let bought = try await alpha.buy("subscription.pro").transaction()
    let head = try await alpha.purchases().value.sequence
    var updates = alpha.events(after: head).makeLimitedIterator()
    let pro = SubscriptionReference.transaction(bought.transactionId)

    for _ in 1...2 {
      let answer = try await store.operator.perform(.disableAutoRenew(subscription: pro))
      guard case .renewal(let current, nil) = answer.value else {
        throw FixtureError(text: "\(answer)")
      }
      #expect(current.id == bought.transactionId)
      #expect(current.account == "alice")
    }

    let update = try await updates.nextSubscription()
    #expect(try update.renewalInfo().autoRenewStatus == .off)
    #expect(try update.renewalInfo().autoRenewProductId == "subscription.pro")
    #expect(try update.renewalInfo().expirationIntent == nil)
    #expect(try await alpha.purchases().value.sequence == head + 1)
    #expect(try await store.advance("P1Y").events == 1)
    let subscription = try #require(try await alpha.purchases().value.subscriptions.first)
    #expect(try subscription.renewalInfo().expirationIntent == .autoRenewDisabled)
  }

  @Test(arguments: Site.allCases)
  func `renewal that is turned on again has the plan that was chosen`(site: Site) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    try await alpha.buy("subscription.pro")
    try await alpha.buy("subscription.standard")
    let pro = SubscriptionReference.product("subscription.pro", account: "alice")
    _ = try await store.operator.perform(.disableAutoRenew(subscription: pro))
    let head = try await alpha.purchases().value.sequence
    var updates = alpha.events(after: head).makeLimitedIterator()

    for _ in 1...2 {
      let answer = try await store.operator.perform(.enableAutoRenew(subscription: pro))
      guard case .renewal(_, "subscription.standard") = answer.value else {
        throw FixtureError(text: "\(answer)")
      }
    }

    let update = try await updates.nextSubscription()
    #expect(try update.renewalInfo().autoRenewStatus == .on)
    #expect(try update.renewalInfo().autoRenewProductId == "subscription.standard")
    #expect(try await alpha.purchases().value.sequence == head + 1)
    try await store.advance("P3M")
    let subscription = try #require(try await alpha.purchases().value.subscriptions.first)
    #expect(try subscription.renewalInfo().productId == "subscription.standard")
  }
}
