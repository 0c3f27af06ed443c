import AppStorePayloads
import Foundation
import StoreAPI
import TestSupport
import Testing

@Suite(.hangLimit) struct PlanChangeTests {
  private let whilePremiumIsActive = [
    PlanChange(productID: "subscription.premium", timing: .never),
    PlanChange(productID: "subscription.pro", timing: .immediate),
    PlanChange(productID: "subscription.standard", timing: .atRenewal),
  ]

  @Test(arguments: Site.allCases)
  func `purchases contain what each plan would do to the active one`(site: Site) async throws {
    let store = try await ContractStore.make(at: site)
    let (alpha, _) = try await store.device("alpha")
    try await alpha.buy("subscription.premium")

    let changes = try await alpha.purchases().value.subscriptions.map(\.planChanges)

    #expect(changes == [whilePremiumIsActive])
  }

  @Test(arguments: Site.allCases)
  func `an update of a subscription has the same plan changes as purchases`(site: Site) async throws
  {
    let (store, alpha, registration) = try await ContractStore.withDevice(at: site)
    var updates = try await alpha.newEvents()
    try await store.backend(of: registration).buy("subscription.premium")

    #expect(try await updates.next()?.transaction().productId == "subscription.premium")
    #expect(try await updates.nextSubscription().planChanges == whilePremiumIsActive)
  }

  @Test func `plan changes that a store omits are unknown`() throws {
    let old = Data(
      #"{"groupID": "navigation", "signedTransaction": "a.b.c", "signedRenewalInfo": "a.b.c"}"#
        .utf8)

    let subscription = try JSONDecoder().decode(SignedSubscription.self, from: old)

    #expect(subscription.planChanges == nil)
    #expect(subscription.groupLevel == nil)
  }
}
