import Foundation
import StoreAPI
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct PlanChangeTests {
  private let whilePremiumServes = [
    PlanChange(productID: "subscription.premium", timing: .never),
    PlanChange(productID: "subscription.pro", timing: .immediate),
    PlanChange(productID: "subscription.standard", timing: .atRenewal),
  ]

  @Test(arguments: Site.allCases)
  func `holdings contain what each plan would do to the active one`(site: Site) async throws {
    let store = try await ContractStore.make(at: site)
    let (alpha, _) = try await store.device("alpha")
    try await alpha.buy("subscription.premium")

    let changes = try await alpha.holdings().value.subscriptions.map(\.planChanges)

    #expect(changes == [whilePremiumServes])
  }

  @Test(arguments: Site.allCases)
  func `an update of a subscription has the same plan changes as holdings`(site: Site) async throws
  {
    let store = try await ContractStore.make(at: site)
    let (alpha, registration) = try await store.device("alpha")
    let head = try await alpha.holdings().value.sequence
    var updates = alpha.events(after: head).makeAsyncIterator()
    try await store.backend(of: registration).buy("subscription.premium")

    guard case .transaction = try await updates.next()?.value.change,
      case .subscription(let told) = try await updates.next()?.value.change
    else {
      Issue.record("a transaction and a subscription should have come")
      return
    }
    #expect(told.planChanges == whilePremiumServes)
  }

  @Test(arguments: Site.allCases)
  func `after a refund no plan would be replaced`(site: Site) async throws {
    let store = try await ContractStore.make(at: site)
    let (alpha, _) = try await store.device("alpha")
    let bought = try await alpha.buy("subscription.premium").transaction()
    _ = try await store.operator.refund(bought.transactionId)

    #expect(try await alpha.holdings().value.subscriptions.map(\.planChanges) == [[]])
  }

  @Test func `plan changes that a store omits are unknown`() throws {
    let old = Data(
      #"{"groupID": "navigation", "signedTransaction": "a.b.c", "signedRenewalInfo": "a.b.c"}"#
        .utf8)

    let subscription = try JSONDecoder().decode(SignedSubscription.self, from: old)

    #expect(subscription.planChanges == nil)
  }
}
