import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI
import TestSupport
import Testing

/// The operator buys for a customer.
@Suite(.hangLimit) struct OperatorPurchaseTests {
  private func purchase(
    _ product: String, daysAgo days: Double? = nil, account: String = "alice", key: UUID = UUID()
  ) -> OperatorCommand {
    .buy(
      purchase: OperatorPurchase(
        order: Order(key: OrderKey(key), productID: product), account: account,
        purchaseDate: days.map { .fixture - $0 * 86_400 }))
  }

  @Test(arguments: Site.allCases)
  func `what the operator buys comes to the customer's devices, fuel to the oldest`(
    site: Site
  ) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let (beta, _) = try await store.device("beta")
    var updates = try await beta.newEvents()

    let result = try await store.operator.perform(purchase("nonconsumable.car")).value
    _ = try await store.operator.perform(purchase("consumable.fuel.octane87"))

    guard case .bought(let car, alreadyOwned: false, scheduled: false) = result else {
      throw FixtureError(text: "\(result)")
    }
    #expect(car.account == "alice" && !car.isFinished)
    #expect(try await updates.next()?.transaction().transactionId == car.id)
    #expect(try await alpha.unfinishedIDs().count == 2)
    #expect(try await beta.unfinishedIDs() == [car.id])
  }

  @Test(arguments: Site.allCases)
  func `a plan of the past has all its renewals at once`(site: Site) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)

    _ = try await store.operator.perform(purchase("subscription.standard", daysAgo: 70))

    let listed = try await store.operator.transactions(account: nil).value
    #expect(listed.map(\.transaction.transactionReason) == [.renewal, .renewal, .purchase])
    #expect(listed.last?.transaction.purchaseDate == .fixture - 70 * 86_400)
    let held = try #require(try await alpha.purchases().value.subscriptions.first)
    #expect(try held.transaction().transactionId == listed.first?.id)
    #expect(try held.renewalInfo().autoRenewStatus == .on)
  }

  @Test(arguments: Site.allCases)
  func `the operator redeems a code for a customer, who cannot redeem it again`(site: Site)
    async throws
  {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let request = OfferCodeRequest(reference: "nonconsumable.car", custom: "GIFT")
    _ = try await store.operator.perform(.createOfferCodes(request: request))
    func order() -> Order {
      Order(key: OrderKey(UUID()), productID: "nonconsumable.car", offer: .code(code: "GIFT"))
    }

    _ = try await store.operator.perform(
      .buy(purchase: OperatorPurchase(order: order(), account: "alice")))

    let car = try await store.operator.transactions(account: nil).value.first?.transaction
    #expect(car?.price == 0)
    #expect(car?.offerIdentifier == "nonconsumable.car")
    await #expect(throws: StoreError.offerCodeRedeemed(name: "GIFT")) {
      try await alpha.purchase(order())
    }
  }

  @Test(arguments: Site.allCases)
  func `a copy is not charged again, and what is owned is said to be`(site: Site) async throws {
    let (store, _, _) = try await ContractStore.withDevice(at: site)
    let command = purchase("nonconsumable.car")
    _ = try await store.operator.perform(command)

    _ = try await store.operator.perform(command)
    let again = try await store.operator.perform(purchase("nonconsumable.car")).value

    guard case .bought(_, alreadyOwned: true, scheduled: false) = again else {
      throw FixtureError(text: "\(again)")
    }
    #expect(try await store.operator.transactions(account: nil).value.count == 1)
  }

  @Test(arguments: Site.allCases)
  func `an unknown account and a date in the future are refused`(site: Site) async throws {
    let (store, _, _) = try await ContractStore.withDevice(at: site)

    await #expect(throws: StoreError.unknownAccount(name: "nobody")) {
      try await store.operator.perform(purchase("nonconsumable.car", account: "nobody"))
    }
    await #expect(throws: StoreError.self) {
      try await store.operator.perform(purchase("nonconsumable.car", daysAgo: -1))
    }
    #expect(try await store.operator.transactions(account: nil).value.isEmpty)
  }
}
