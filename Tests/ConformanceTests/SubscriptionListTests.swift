import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI
import TestSupport
import Testing

/// The operator's list of subscriptions, and the statuses in the one of transactions.
@Suite(.hangLimit) struct SubscriptionListTests {
  private static let states: [String: SubscriptionStatusCode] = [
    "anna": .active, "bert": .billingGracePeriod, "carl": .billingRetry, "dora": .expired,
    "emil": .revoked,
  ]

  @Test(arguments: Site.allCases)
  func `the operator's list has every plan with its state, also those that have ended`(site: Site)
    async throws
  {
    let store = try await ContractStore.withStates(at: site)

    let list = try await store.subscriptions()

    #expect(list.map(\.transaction.account) == ["emil", "dora", "carl", "bert", "anna"])
    #expect(
      Dictionary(uniqueKeysWithValues: list.map { ($0.transaction.account, $0.status) })
        == Self.states)
    #expect(
      list.map(\.renewalInfo.expirationIntent)
        == [nil, .autoRenewDisabled, .billingError, .billingError, nil])
    #expect(
      list.filter { $0.renewalInfo.gracePeriodExpiresDate != nil }.map(\.status)
        == [.billingGracePeriod])
    #expect(list.map(\.isActive) == [false, false, true, true, true])
  }

  @Test(arguments: Site.allCases)
  func `a transaction has the state of the plan whose latest period it is, and no other has one`(
    site: Site
  ) async throws {
    let store = try await ContractStore.withStates(at: site)
    let latest = try await store.subscriptions().map(\.transaction)

    let all = try await store.operator.transactions(account: nil).value

    #expect(all.count > latest.count)
    #expect(Set(all.filter { $0.status != nil }) == Set(latest))
    #expect(latest.allSatisfy { $0.status == Self.states[$0.account] })
  }

  @Test(arguments: Site.allCases)
  func `a plan that has ended is read by any of its transactions`(site: Site) async throws {
    let store = try await ContractStore.withStates(at: site)
    let list = try await store.subscriptions()

    for listed in try await store.operator.transactions(account: nil).value {
      let answer = try await store.operator.perform(
        .subscription(subscription: .transaction(listed.id))
      ).value

      let expected = try #require(list.first { $0.transaction.account == listed.account })
      #expect(
        answer
          == .subscription(
            transaction: expected.transaction, renewalInfo: expected.renewalInfo,
            status: expected.status))
    }
  }

  @Test(arguments: Site.allCases)
  func `a shared plan is listed for its member too, without the purchaser's price`(site: Site)
    async throws
  {
    let store = try await ContractStore.make(at: site)
    _ = try await store.operator.perform(.importCatalogue(configuration: .shareableCatalogue()))
    try await store.addAccount("bert")
    _ = try await store.operator.perform(
      .addFamilyMember(account: "bert", organizer: "alice"))
    try await store.sell("subscription.pro", to: "alice")

    let list = try await store.subscriptions()

    #expect(list.map(\.transaction.account) == ["bert", "alice"])
    #expect(list.map(\.status) == [.active, .active])
    #expect(list.map(\.renewalInfo.renewalPrice) == [nil, 4990])
    let shared = try #require(list.first)
    #expect(shared.transaction.transaction.inAppOwnershipType == .familyShared)
    #expect(shared.transaction.status == .active)
    let read = try await store.operator.perform(
      .subscription(subscription: .transaction(shared.transaction.id))
    ).value
    #expect(
      read
        == .subscription(
          transaction: shared.transaction, renewalInfo: shared.renewalInfo, status: .active))
  }

  @Test(arguments: Site.allCases)
  func `no page of subscriptions begins at a revision of another epoch`(site: Site) async throws {
    let store = try await ContractStore.withStates(at: site)
    for revision in ["x", "MS43"] {
      await #expect(throws: StoreError.invalidRequestRevision(revision: revision)) {
        try await store.operator.perform(.subscriptions(revision: revision))
      }
    }
    _ = try await store.operator.reset()
    #expect(try await store.subscriptions() == [])
  }
}

extension ContractStore {
  /// Five accounts with a plan in each state.
  fileprivate static func withStates(at site: Site) async throws -> ContractStore {
    let store = try await make(at: site)
    for account in ["anna", "bert", "carl", "dora", "emil"] {
      try await store.addAccount(account)
      try await store.sell("subscription.standard", to: account)
    }
    func plan(_ account: String) -> SubscriptionReference {
      .product("subscription.standard", account: account)
    }
    _ = try await store.operator.perform(.failBilling(subscription: plan("carl")))
    _ = try await store.operator.perform(.expire(subscription: plan("dora")))
    try await store.advance("P1M")
    _ = try await store.operator.perform(.setGracePeriod(gracePeriod: .days16))
    _ = try await store.operator.perform(.failBilling(subscription: plan("bert")))
    try await store.advance("P1M")
    let emils = try await store.operator.transactions(account: "emil").value
    for listed in emils { _ = try await store.operator.refund(listed.id) }
    return store
  }

  fileprivate func addAccount(_ account: String) async throws {
    _ = try await self.operator.perform(.addAccount(credentials: .of(account)))
  }

  fileprivate func sell(_ productID: String, to account: String) async throws {
    let order = Order(key: OrderKey(UUID()), productID: productID)
    _ = try await self.operator.perform(
      .buy(purchase: OperatorPurchase(order: order, account: account)))
  }

  fileprivate func subscriptions() async throws -> [OperatorSubscription] {
    let answer = try await self.operator.perform(.subscriptions())
    guard case .subscriptions(let list, nil, false) = answer.value else {
      throw FixtureError(text: "\(answer.value)")
    }
    return list
  }
}
