import Foundation
import StoreAPI
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct OperatorTests {
  @Test(arguments: Site.allCases)
  func `a refunded car is sent to every instance with its revocation`(site: Site) async throws {
    let store = try await ContractStore.make(at: site)
    let (alpha, _) = try await store.device("alpha")
    let bought = try await alpha.buy("nonconsumable.racecar").transaction()
    let head = try await alpha.holdings().value.sequence
    var updates = alpha.events(after: head).makeAsyncIterator()
    try await store.advance("P3D")

    let refund = try await store.operator.refund(bought.transactionId)

    #expect(refund.value.transaction.account == "alice")
    #expect(refund.value.amount.milliunits == bought.price)
    let update = try #require(try await updates.next())
    guard case .transaction(let jws) = update.value.change else {
      Issue.record("\(update)")
      return
    }
    let revoked = try TransactionPayload.decoded(from: jws)
    #expect(revoked.transactionId == bought.transactionId)
    #expect(revoked.revocationDate == refund.time.now)
    #expect(revoked.revocationReason == .other)
    #expect(revoked.revocationType == .refundFull)
    #expect(revoked.revocationPercentage == 100_000)
    #expect(revoked.price == bought.price, "the charge stays in the transaction")
  }

  @Test(arguments: Site.allCases)
  func `after a refund a car can be bought again`(site: Site) async throws {
    let store = try await ContractStore.make(at: site)
    let (alpha, _) = try await store.device("alpha")
    let first = try await alpha.buy("nonconsumable.car").transaction().transactionId
    _ = try await store.operator.refund(first)

    let second = try await alpha.buy("nonconsumable.car").purchase()

    #expect(!second.alreadyOwned)
    #expect(try second.transaction().transactionId > first)
    let latest = try await alpha.holdings().value.latest.map(TransactionPayload.decoded(from:))
    #expect(latest.map(\.revocationDate) == [nil])
  }

  @Test(arguments: Site.allCases)
  func `a refunded plan is revoked, and its introductory offer stays used`(site: Site) async throws
  {
    let store = try await ContractStore.make(at: site)
    let (alpha, _) = try await store.device("alpha")
    let bought = try await alpha.buy("subscription.pro").transaction()
    let head = try await alpha.holdings().value.sequence
    var updates = alpha.events(after: head).makeAsyncIterator()

    _ = try await store.operator.refund(bought.transactionId)

    guard case .transaction = try await updates.next()?.value.change,
      case .subscription(let subscription) = try await updates.next()?.value.change
    else {
      Issue.record("expected a transaction and a subscription")
      return
    }
    #expect(try subscription.state(at: .fixture) == .revoked)
    #expect(try subscription.renewalInfo().autoRenewStatus == .off)
    #expect(try subscription.renewalInfo().autoRenewProductId == nil)
    #expect(try await alpha.quote("subscription.pro", quantity: 1).value.offer == nil)
    #expect(try await store.advance("P1Y").events == 0)
    let holdings = try await alpha.holdings().value
    #expect(holdings.usedIntroductoryOffers.count == 1)
    #expect(try holdings.subscriptions.map { try $0.state(at: .distantFuture) } == [.revoked])
  }

  @Test(arguments: Site.allCases)
  func `a refund of an upgraded period returns the rest, and the new plan stays`(site: Site)
    async throws
  {
    let store = try await ContractStore.make(at: site)
    let (alpha, _) = try await store.device("alpha")
    let standard = try await alpha.buy("subscription.standard").transaction()
    try await store.advance("P10D")
    try await alpha.buy("subscription.pro")

    let refund = try await store.operator.refund(standard.transactionId).value

    let payload = refund.transaction.transaction
    #expect(payload.revocationType == .refundProrated && payload.isUpgraded == true)
    #expect(refund.amount > 0 && refund.amount.milliunits < payload.price)
    let percentage = Decimal(try #require(payload.revocationPercentage)) / 100_000
    #expect((percentage * Decimal(payload.price) - refund.amount * 1000).magnitude < 1)
    let holdings = try await alpha.holdings().value
    #expect(
      try holdings.subscriptions.map { try $0.state(at: .fixture.addingTimeInterval(86_400)) }
        == [.active])
  }

  @Test(arguments: Site.allCases)
  func `an expired plan ends now, with one update`(site: Site) async throws {
    let store = try await ContractStore.make(at: site)
    let (alpha, _) = try await store.device("alpha")
    let bought = try await alpha.buy("subscription.pro").transaction()
    let head = try await alpha.holdings().value.sequence
    var updates = alpha.events(after: head).makeAsyncIterator()
    try await store.advance("P3D")

    let ended = try await store.operator.expire("subscription.pro", account: nil)

    #expect(ended.value.id == bought.transactionId)
    #expect(ended.value.transaction.expiresDate == ended.time.now)
    guard case .subscription(let subscription) = try await updates.next()?.value.change else {
      Issue.record("expected a subscription")
      return
    }
    #expect(try subscription.state(at: ended.time.now) == .expired)
    #expect(try subscription.renewalInfo().autoRenewStatus == .off)
    #expect(try subscription.renewalInfo().expirationIntent == .autoRenewDisabled)
    #expect(try subscription.renewalInfo().renewalDate == ended.time.now)
    #expect(try await store.advance("P1Y").events == 0)
  }

  @Test(arguments: Site.allCases)
  func `the account must be named if several have the plan`(site: Site) async throws {
    let store = try await ContractStore.make(at: site)
    let (alices, _) = try await store.device("alpha")
    try await alices.buy("subscription.pro")
    let bobs = try await store.phone(of: "bob")
    try await bobs.buy("subscription.pro")

    await #expect(
      throws: StoreFault.severalSubscribers("subscription.pro", accounts: ["alice", "bob"])
    ) {
      try await store.operator.expire("subscription.pro", account: nil)
    }
    _ = try await store.operator.expire("subscription.pro", account: "bob")

    let states = try await [alices, bobs].asyncMap { backend in
      try await backend.holdings().value.subscriptions.map { try $0.state(at: .fixture) }
    }
    #expect(states == [[.active], [.expired]])
    _ = try await store.operator.expire("subscription.pro", account: nil)
  }

  @Test(arguments: Site.allCases)
  func `a refund or expiry that is not possible is refused, and nothing changes`(site: Site)
    async throws
  {
    let store = try await ContractStore.make(at: site)
    let (alpha, _) = try await store.device("alpha")
    let car = try await alpha.buy("nonconsumable.car").transaction().transactionId
    let upgraded = try await alpha.buy("subscription.standard").transaction().transactionId
    try await alpha.buy("subscription.premium")
    _ = try await store.operator.refund(car)
    let sequence = try await alpha.holdings().value.sequence
    let `operator` = store.operator
    let unknown = TransactionID(rawValue: .max)

    await #expect(throws: StoreFault.alreadyRefunded(car, .fixture)) {
      try await `operator`.refund(car)
    }
    await #expect(throws: StoreFault.nothingToRefund(upgraded)) {
      try await `operator`.refund(upgraded)
    }
    await #expect(throws: StoreFault.unknownTransaction(unknown)) {
      try await `operator`.refund(unknown)
    }
    await #expect(throws: StoreFault.notSubscribed("nonconsumable.car", account: nil)) {
      try await `operator`.expire("nonconsumable.car", account: nil)
    }
    await #expect(throws: StoreFault.notSubscribed("subscription.pro", account: "alice")) {
      try await `operator`.expire("subscription.pro", account: "alice")
    }
    await #expect(throws: StoreFault.unknownAccount("carol")) {
      try await `operator`.expire("subscription.standard", account: "carol")
    }
    #expect(try await alpha.holdings().value.sequence == sequence)
  }

  @Test(arguments: Site.allCases)
  func `a transaction from before a reset is unknown`(site: Site) async throws {
    let store = try await ContractStore.make(at: site)
    let (alpha, _) = try await store.device("alpha")
    let id = try await alpha.buy("nonconsumable.car").transaction().transactionId
    _ = try await store.operator.reset()

    await #expect(throws: StoreFault.unknownTransaction(id)) {
      try await store.operator.refund(id)
    }
  }
}

extension SignedSubscription {
  /// The subscription's state as a device derives it.
  fileprivate func state(at now: Date) throws -> SubscriptionStatusCode {
    SubscriptionStatusCode(transaction: try transaction(), renewalInfo: try renewalInfo(), at: now)
  }
}

extension ContractStore {
  /// Another account's only device.
  fileprivate func phone(of account: String) async throws -> any StoreBackend {
    let signIn = try await signUp(account)
    return try await backend(
      of: try await accounts.registerDevice("phone", signIn: signIn.token).value)
  }
}

extension Sequence {
  fileprivate func asyncMap<Result>(
    _ transform: (Element) async throws -> Result
  ) async throws -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await transform(element)) }
    return results
  }
}
