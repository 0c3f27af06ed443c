import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI
import TestSupport
import Testing

@Suite(.hangLimit) struct FamilyTests {
  private static let car = "nonconsumable.utilityvehicle"

  @Test(arguments: Site.allCases)
  func `a family member gets what is shared when they join, and what is bought later`(site: Site)
    async throws
  {
    let (store, alice, bob) = try await customers(at: site)
    let bought = try await alice.buy(Self.car).transaction()
    try await store.add("bob", to: "alice")
    try await alice.buy("subscription.pro")

    let shared = try await bob.transactions()

    #expect(shared.map(\.productId) == [Self.car, "subscription.pro"])
    #expect(shared.map(\.inAppOwnershipType) == [.familyShared, .familyShared])
    #expect(shared.map(\.price) == [0, 0])
    #expect(shared[0].purchaseDate == bought.purchaseDate)
    #expect(shared[0].transactionId != bought.transactionId)
    #expect(try await bob.unfinishedIDs() == shared.map(\.transactionId))
    #expect(try await alice.transactions().allSatisfy { $0.inAppOwnershipType == .purchased })
  }

  @Test(arguments: Site.allCases)
  func `only what is family shareable is shared`(site: Site) async throws {
    let (store, alice, bob) = try await customers(at: site, sharesAll: false)
    try await store.add("bob", to: "alice")
    try await alice.buy("nonconsumable.car")
    try await alice.buy("subscription.pro")
    try await alice.buy("consumable.fuel.octane87")

    #expect(try await bob.purchases().value.latest == [])
    #expect(try await bob.purchases().value.subscriptions == [])
  }

  @Test(arguments: Site.allCases)
  func `11: a car that becomes shareable is shared at once, a plan once its subscriber shares it`(
    site: Site
  ) async throws {
    let (store, alice, bob) = try await family(at: site, sharesAll: false)
    let car = try await alice.buy("nonconsumable.racecar").transaction()
    try await alice.buy("subscription.standard")
    var updates = try await bob.newEvents()

    _ = try await store.operator.perform(.importCatalogue(configuration: .shareableCatalogue()))

    let shared = try #require(try await updates.next()).transaction()
    #expect(shared.productId == car.productId && shared.inAppOwnershipType == .familyShared)
    try await store.advance("P1M")
    #expect(try await bob.transactions().map(\.productId) == [car.productId])
    #expect(try await alice.purchases().value.subscriptions.map(\.isSharedWithFamily) == [false])

    let group = try #require(try await alice.purchases().value.subscriptions.first?.groupID)
    let command = CustomerCommand.setFamilySharing(groupID: group, isOn: true)
    #expect(try await alice.perform(command).value)
    #expect(try await !alice.perform(command).value, "a copy changes nothing")

    #expect(try await alice.purchases().value.subscriptions.map(\.isSharedWithFamily) == [true])
    try await store.advance("P1M")
    #expect(
      try await bob.transactions().map(\.productId)
        == [car.productId, "subscription.standard", "subscription.standard"])
    #expect(try await bob.purchases().value.subscriptions.map(\.isSharedWithFamily) == [nil])
  }

  @Test(arguments: Site.allCases)
  func `12: a plan that is kept is taken from the family, and another plan is shared`(site: Site)
    async throws
  {
    let (store, alice, bob) = try await family(at: site)
    try await alice.buy("subscription.standard")
    let group = try #require(try await alice.purchases().value.subscriptions.first?.groupID)

    _ = try await alice.perform(.setFamilySharing(groupID: group, isOn: false))

    let families = try await store.operator.perform(.families).value
    let kept = try await bob.transactions()
    #expect(kept.map(\.revocationType) == [.familyRevoke] && kept[0].revocationReason == .other)
    guard case .families(let list) = families else { throw FixtureError(text: "\(families)") }
    #expect(list.first?.members.map(\.unsharedPlans) == [["subscription.standard"], nil])
    try await alice.buy("subscription.pro")
    #expect(
      try await bob.transactions().map(\.productId) == [
        "subscription.standard", "subscription.pro",
      ])
    #expect(try await bob.transactions().last?.revocationDate == nil)
  }

  @Test(arguments: Site.allCases)
  func `who subscribes to a shareable plan shares it, and what is not cannot be shared`(
    site: Site
  ) async throws {
    let (store, alice, bob) = try await family(at: site, sharesAll: false)
    try await alice.buy("subscription.pro")
    let group = try #require(try await alice.purchases().value.subscriptions.first?.groupID)
    await #expect(throws: StoreError.notFamilyShareable(productID: "subscription.pro")) {
      try await alice.perform(.setFamilySharing(groupID: group, isOn: true))
    }
    await #expect(throws: StoreError.notSubscribed(productID: group, account: nil)) {
      try await bob.perform(.setFamilySharing(groupID: group, isOn: true))
    }

    _ = try await store.operator.perform(.importCatalogue(configuration: .shareableCatalogue()))
    try await bob.buy("subscription.standard")

    let shared = try await alice.transactions().filter { $0.inAppOwnershipType == .familyShared }
    #expect(shared.map(\.productId) == ["subscription.standard"])
    #expect(try await bob.transactions().allSatisfy { $0.inAppOwnershipType == .purchased })
  }

  @Test(arguments: Site.allCases)
  func `a plan has its level of service, also after it was taken off sale`(site: Site)
    async throws
  {
    let (store, alice, bob) = try await family(at: site)
    try await bob.buy("subscription.standard")
    try await alice.buy("subscription.pro")

    _ = try await store.operator.perform(.withdraw(productID: "subscription.pro"))

    let subscriptions = try await bob.purchases().value.subscriptions
    let levels = try subscriptions.map { try ($0.payloads().0.productId, $0.groupLevel) }
    #expect(levels.map(\.0) == ["subscription.standard", "subscription.pro"])
    #expect(levels.map(\.1) == [3, 1])
    #expect(try await bob.products(["subscription.pro"]).value.isEmpty)
  }

  @Test(arguments: Site.allCases)
  func `a shared plan renews with its purchaser's, and beside the member's own`(site: Site)
    async throws
  {
    let (store, alice, bob) = try await family(at: site)
    try await bob.buy("subscription.standard")
    try await alice.buy("subscription.pro")
    let advance = try await store.advance("P2M1D")

    let statuses = try await bob.purchases().value.subscriptions.map { try $0.payloads() }
    let own = try #require(statuses.first { $0.0.inAppOwnershipType == .purchased })
    let shared = try #require(statuses.first { $0.0.inAppOwnershipType == .familyShared })
    let purchased = try #require(try await alice.purchases().value.subscriptions.first).payloads()

    #expect(statuses.count == 2)
    #expect(own.0.productId == "subscription.standard")
    #expect(shared.0.productId == "subscription.pro")
    #expect(shared.0.purchaseDate == purchased.0.purchaseDate)
    #expect(shared.0.expiresDate == purchased.0.expiresDate)
    #expect(shared.0.transactionReason == .renewal)
    #expect(shared.1.renewalPrice == nil && shared.1.autoRenewStatus == .on)
    #expect(advance.events == 3, "messages are no events of their own")
    let chain = try await bob.transactions().filter { $0.inAppOwnershipType == .familyShared }
    #expect(Set(chain.map(\.originalTransactionId)) == [chain[0].transactionId])
    #expect(chain.count == 2)
  }

  @Test(arguments: Site.allCases)
  func `a member who leaves loses what was shared, and gets it anew when they are back`(site: Site)
    async throws
  {
    let (store, alice, bob) = try await customers(at: site)
    try await alice.buy(Self.car)
    try await alice.buy("subscription.pro")
    try await store.add("bob", to: "alice")
    let first = try await bob.transactions()

    _ = try await store.operator.perform(.removeFamilyMember(account: "bob"))
    let lost = try await bob.transactions()
    try await store.add("bob", to: "alice")
    let all = try await bob.transactions()

    #expect(lost.map(\.transactionId) == first.map(\.transactionId))
    #expect(lost.map(\.revocationType) == [.familyRevoke, .familyRevoke])
    #expect(lost.map(\.revocationReason) == [.other, .other])
    #expect(lost.map(\.revocationPercentage) == [nil, nil])
    #expect(Array(all.prefix(2)) == lost)
    #expect(all.dropFirst(2).map(\.revocationDate) == [nil, nil])
    #expect(all.last?.originalTransactionId == first.last?.transactionId)
  }

  @Test(arguments: Site.allCases)
  func `who turns sharing off takes what they share from all, and nothing of their own`(site: Site)
    async throws
  {
    let (store, alice, bob) = try await family(at: site)
    try await alice.buy(Self.car)
    try await bob.buy("nonconsumable.car")

    _ = try await store.operator.perform(.setFamilySharing(isOn: false, account: nil))
    try await alice.buy("nonconsumable.racecar")

    let of = { (transactions: [TransactionPayload]) in
      transactions.filter { $0.revocationDate == nil }.map(\.productId).sorted()
    }
    #expect(of(try await bob.transactions()) == ["nonconsumable.car"])
    #expect(
      of(try await alice.transactions())
        == ["nonconsumable.car", "nonconsumable.racecar", Self.car])
    _ = try await store.operator.perform(.setFamilySharing(isOn: true, account: "alice"))
    #expect(
      of(try await bob.transactions()) == ["nonconsumable.car", "nonconsumable.racecar", Self.car])
  }

  @Test(arguments: Site.allCases)
  func `a refund of the purchaser takes it from all members, and notifies each`(site: Site)
    async throws
  {
    let (store, alice, bob) = try await family(at: site)
    let plan = try await alice.buy("subscription.pro").transaction()
    var updates = try await bob.newEvents()

    _ = try await store.operator.refund(plan.transactionId)

    let update = try await updates.next()
    let shared = try #require(try await bob.transactions().last)
    guard case .transaction(let signed) = update?.value.change else {
      throw FixtureError(text: "not a transaction: \(String(describing: update))")
    }
    #expect(try TransactionPayload.decoded(from: signed).transactionId == shared.transactionId)
    #expect(shared.revocationDate == .fixture && shared.revocationType == .familyRevoke)
    let current = try #require(try update?.value.subscription?.transaction())
    #expect(current.transactionId == shared.transactionId)
    #expect(current.revocationDate == shared.revocationDate)
    let status = try #require(try await bob.purchases().value.subscriptions.first).payloads()
    #expect(
      SubscriptionStatusCode(transaction: status.0, renewalInfo: status.1, at: .fixture) == .revoked
    )
  }

  @Test(arguments: Site.allCases)
  func `members lose what was refunded because of the app for the same reason, and no money`(
    site: Site
  ) async throws {
    let (store, alice, bob) = try await family(at: site)
    let car = try await alice.buy(Self.car).transaction().transactionId
    let plan = try await alice.buy("subscription.pro").transaction().transactionId

    _ = try await store.operator.refund(car, reason: .developerIssue, percentage: 50_000)
    _ = try await store.operator.refund(plan, reason: .developerIssue)

    let lost = try await bob.transactions()
    #expect(lost.map(\.revocationReason) == [.developerIssue, .developerIssue])
    #expect(lost.map(\.revocationType) == [.familyRevoke, .familyRevoke])
    #expect(lost.map(\.revocationPercentage) == [nil, nil])
  }

  @Test(arguments: Site.allCases)
  func `a refund that is taken back gives the members theirs back`(site: Site) async throws {
    let (store, alice, bob) = try await family(at: site)
    let car = try await alice.buy(Self.car).transaction().transactionId
    let plan = try await alice.buy("subscription.pro").transaction().transactionId
    for bought in [car, plan] { _ = try await store.operator.refund(bought) }
    let lost = try await bob.transactions()

    for bought in [car, plan] {
      _ = try await store.operator.perform(.reverseRefund(transactionID: bought))
    }

    let all = try await bob.transactions()
    #expect(lost.map(\.revocationType) == [.familyRevoke, .familyRevoke])
    #expect(Array(all.prefix(2)) == lost)
    #expect(all.dropFirst(2).map(\.productId) == [Self.car, "subscription.pro"])
    #expect(all.dropFirst(2).map(\.revocationDate) == [nil, nil])
    let status = try #require(try await bob.purchases().value.subscriptions.first).payloads()
    #expect(
      SubscriptionStatusCode(transaction: status.0, renewalInfo: status.1, at: .fixture) == .active
    )
  }

  @Test(arguments: Site.allCases)
  func `what a code has given for free is shared, and the code is not`(site: Site) async throws {
    let (store, alice, bob) = try await family(at: site)
    let request = OfferCodeRequest(reference: Self.car, custom: "SPRING")
    _ = try await store.operator.perform(.createOfferCodes(request: request))

    _ = try await alice.purchase(
      Order(key: OrderKey(UUID()), productID: Self.car, offer: .code(code: "SPRING")))

    let shared = try #require(try await bob.transactions().first)
    #expect(shared.productId == Self.car && shared.inAppOwnershipType == .familyShared)
    #expect(shared.offerType == nil && shared.offerIdentifier == nil)
    #expect(try await alice.transactions().first?.offerType == .code)
  }

  @Test(arguments: Site.allCases)
  func `what is no longer sold is still shared`(site: Site) async throws {
    let (store, alice, bob) = try await customers(at: site)
    let car = try await alice.buy(Self.car).transaction().transactionId
    try await alice.buy("subscription.pro")
    for product in [Self.car, "subscription.pro"] {
      _ = try await store.operator.perform(.withdraw(productID: product))
    }
    func shared() async throws -> [String] {
      try await bob.transactions().filter { $0.revocationDate == nil }.map(\.productId)
    }

    try await store.add("bob", to: "alice")
    #expect(try await shared() == [Self.car, "subscription.pro"])
    for isOn in [false, true] {
      _ = try await store.operator.perform(.setFamilySharing(isOn: isOn, account: "alice"))
      #expect(try await shared() == (isOn ? [Self.car, "subscription.pro"] : []))
    }
    _ = try await store.operator.refund(car)
    _ = try await store.operator.perform(.reverseRefund(transactionID: car))
    #expect(try await shared() == ["subscription.pro", Self.car])
  }

  @Test(arguments: Site.allCases)
  func `what is deleted is shared no more, and what is shared cannot be deleted`(site: Site)
    async throws
  {
    let (store, alice, bob) = try await family(at: site)
    let bought = try await alice.buy(Self.car).transaction().transactionId
    let shared = try #require(try await bob.transactions().first).transactionId

    await #expect(throws: StoreError.familyShared(transactionID: shared)) {
      try await store.operator.perform(.delete(transactionID: shared))
    }
    _ = try await store.operator.perform(.delete(transactionID: bought))

    #expect(try await alice.transactions().isEmpty)
    #expect(try await bob.transactions().first?.revocationDate != nil)
  }

  @Test(arguments: Site.allCases)
  func `an upgrade, a failed renewal and an end reach the members`(site: Site) async throws {
    let (store, alice, bob) = try await family(at: site)
    try await alice.buy("subscription.standard")
    try await alice.buy("subscription.pro")

    let upgraded = try await bob.transactions()
    let plan = SubscriptionReference.product("subscription.pro", account: "alice")
    _ = try await store.operator.perform(.failBilling(subscription: plan))
    try await store.advance("P1M")
    let failed = try #require(try await bob.purchases().value.subscriptions.first).payloads()
    try await store.advance("P61D")
    let ended = try #require(try await bob.purchases().value.subscriptions.first).payloads()

    #expect(upgraded.map(\.isUpgraded) == [true, nil])
    #expect(failed.1.isInBillingRetryPeriod == true)
    #expect(ended.1.expirationIntent == .billingError && ended.1.autoRenewStatus == .off)
  }

  @Test(arguments: Site.allCases)
  func `a member cannot refund or extend what a family member pays for`(site: Site) async throws {
    let (store, alice, bob) = try await family(at: site)
    try await alice.buy("subscription.pro")
    let shared = try #require(try await bob.transactions().last).transactionId

    await #expect(throws: StoreError.familyShared(transactionID: shared)) {
      try await store.operator.refund(shared)
    }
    await #expect(throws: StoreError.familyShared(transactionID: shared)) {
      try await store.operator.perform(.reverseRefund(transactionID: shared))
    }
    await #expect(throws: StoreError.familyShared(transactionID: shared)) {
      try await bob.perform(
        .requestRefund(
          transactionID: shared, requestID: LowercaseUUID(UUID()), reason: .legal, text: nil))
    }
    await #expect(throws: StoreError.familyShared(transactionID: shared)) {
      try await store.operator.perform(.extend(subscription: .transaction(shared), days: 3))
    }
    await #expect(throws: StoreError.notSubscribed(productID: "subscription.pro", account: "bob")) {
      try await store.operator.expire("subscription.pro", account: "bob")
    }
  }

  @Test(arguments: Site.allCases)
  func `an extension reaches the members`(site: Site) async throws {
    let (store, alice, bob) = try await family(at: site)
    try await alice.buy("subscription.pro")
    try await store.advance("P2M")

    _ = try await store.operator.perform(
      .extend(subscription: .product("subscription.pro", account: "alice"), days: 3))

    let own = try #require(try await alice.transactions().last)
    let shared = try #require(try await bob.transactions().last)
    #expect(shared.expiresDate == own.expiresDate)
  }

  @Test(arguments: Site.allCases)
  func `a family has an organizer and six members at most`(site: Site) async throws {
    let (store, _, _) = try await customers(at: site)
    func refuse(_ command: OperatorCommand, _ account: String?, _ reason: FamilyError) async {
      await #expect(throws: StoreError.familyRefused(account: account, reason: reason)) {
        try await store.operator.perform(command)
      }
    }
    await refuse(.setFamilySharing(isOn: false, account: nil), nil, .noFamily)
    await refuse(.removeFamilyMember(account: "bob"), "bob", .notMember)

    let first = try await store.operator.perform(
      .addFamilyMember(account: "alice", organizer: nil)
    ).value

    #expect(
      first
        == .families(list: [
          OperatorFamily(
            organizer: "alice", members: [.init(account: "alice", isSharing: true)])
        ]))
    try await store.add("bob", to: nil)
    for name in ["carol", "dora", "emil", "fay"] {
      _ = try await store.operator.perform(.addAccount(credentials: .of(name)))
    }
    for name in ["the.owner", "carol", "dora", "emil"] { try await store.add(name, to: "alice") }
    await refuse(.addFamilyMember(account: "fay", organizer: "alice"), "fay", .full)
    await refuse(.addFamilyMember(account: "fay", organizer: "bob"), "bob", .notOrganizer)
    await refuse(.addFamilyMember(account: "bob", organizer: "fay"), "bob", .alreadyMember)
    await refuse(.addFamilyMember(account: "alice", organizer: "fay"), "alice", .alreadyOrganizer)
    await #expect(throws: StoreError.unknownAccount(name: "zoe")) {
      try await store.add("zoe", to: "alice")
    }
    try await store.add("fay", to: "fay")
    await refuse(.addFamilyMember(account: "zoe", organizer: nil), "zoe", .severalFamilies)

    let rest = try await store.operator.perform(.removeFamilyMember(account: "alice")).value
    #expect(
      rest
        == .families(list: [
          OperatorFamily(
            organizer: "fay", members: [.init(account: "fay", isSharing: true)])
        ]))
  }

  @Test(arguments: Site.allCases)
  func `those who are added at once are in one family`(site: Site) async throws {
    let (store, _, _) = try await customers(at: site)
    try await withThrowingTaskGroup { group in
      for name in ["alice", "bob", "the.owner"] {
        group.addTask { try await store.add(name, to: nil) }
      }
      try await group.waitForAll()
    }

    let families = try await store.operator.perform(.families).value
    guard case .families(let list) = families else { throw StoreError.unauthorized }
    #expect(list.map { Set($0.members.map(\.account)) } == [["alice", "bob", "the.owner"]])
  }

  @Test(arguments: Site.allCases)
  func `a reset ends families, with messages that nobody has read`(site: Site) async throws {
    let (store, alice, bob) = try await family(at: site)
    try await alice.buy(Self.car)

    _ = try await store.operator.perform(.reset)
    try await alice.buy("subscription.pro")

    #expect(try await store.operator.perform(.families).value == .families(list: []))
    #expect(try await bob.transactions().isEmpty)
  }

  @Test(arguments: Site.allCases)
  func `a product that is family shareable stays so`(site: Site) async throws {
    let store = try await ContractStore.make(at: site)
    let text = try String(contentsOf: .skdemoCatalogue, encoding: .utf8)
      .replacingOccurrences(of: "\"familyShareable\" : true", with: "\"familyShareable\" : false")

    await #expect {
      try await store.operator.perform(.importCatalogue(configuration: text))
    } throws: { error in
      guard case .invalidCatalogue(let reason) = error as? StoreError else { return false }
      return reason.contains("'\(Self.car)' is family shareable and must stay so")
    }
  }

  @Test(arguments: Site.allCases)
  func `an approved order for what is shared is charged, and the list says that it is shared`(
    site: Site
  ) async throws {
    let (store, alice, bob) = try await family(at: site)
    _ = try await store.operator.perform(.setAskToBuy(isOn: true))
    for product in [Self.car, "subscription.pro"] { try await bob.buy(product) }
    _ = try await store.operator.perform(.setAskToBuy(isOn: false))
    for product in [Self.car, "subscription.pro"] { try await alice.buy(product) }

    guard case .orders(let orders) = try await store.operator.perform(.orders).value else {
      throw FixtureError(text: "the result is of another kind")
    }
    #expect(orders.map(\.isShared) == [true, true])
    #expect(try await bob.purchases().value.orders?.map(\.state) == [.waiting, .waiting])
    for order in orders {
      let result = try await store.operator.perform(.approve(orderID: order.id)).value
      guard case .orderSold(_, let sold, false, false) = result else {
        Issue.record("it was not sold")
        continue
      }
      #expect(sold.transaction.price == order.charge?.milliunits)
      #expect(sold.transaction.inAppOwnershipType == .purchased)
    }
  }

  /// The store and customers of ``customers(at:sharesAll:)``; `bob` is in the family of `alice`.
  private func family(
    at site: Site, sharesAll: Bool = true
  ) async throws -> (ContractStore, alice: any StoreBackend, bob: any StoreBackend) {
    let customers = try await customers(at: site, sharesAll: sharesAll)
    try await customers.0.add("bob", to: "alice")
    return customers
  }

  /// A store with a device of `alice` and one of `bob`; all that can be shared is shareable.
  private func customers(
    at site: Site, sharesAll: Bool = true
  ) async throws -> (ContractStore, alice: any StoreBackend, bob: any StoreBackend) {
    let (store, alice, _) = try await ContractStore.withDevice(at: site)
    let bob = try await store.accounts.registerDevice(
      "beta", signIn: store.signUp("bob").token
    ).value
    if sharesAll {
      _ = try await store.operator.perform(.importCatalogue(configuration: .shareableCatalogue()))
    }
    return (store, alice, try await store.backend(of: bob))
  }
}

extension ContractStore {
  fileprivate func add(_ account: String, to organizer: String?) async throws {
    _ = try await self.operator.perform(.addFamilyMember(account: account, organizer: organizer))
  }
}

extension SignedSubscription {
  fileprivate func payloads() throws -> (TransactionPayload, RenewalInfoPayload) {
    (
      try TransactionPayload.decoded(from: signedTransaction),
      try JWS(signedRenewalInfo).payload(as: RenewalInfoPayload.self)
    )
  }
}

extension StoreBackend {
  /// All transactions, oldest first.
  fileprivate func transactions() async throws -> [TransactionPayload] {
    let page = try await transactions(
      TransactionsRequest(includingFinishedConsumables: true)
    ).value
    return try page.signedTransactions.map { try TransactionPayload.decoded(from: $0).unsignedAt() }
      .reversed()
  }
}

extension TransactionPayload {
  /// The payload without when and for whom it was signed, to be compared.
  fileprivate func unsignedAt() -> TransactionPayload {
    var copy = self
    copy.signedDate = .fixture
    copy.deviceVerification = nil
    copy.deviceVerificationNonce = nil
    return copy
  }
}
