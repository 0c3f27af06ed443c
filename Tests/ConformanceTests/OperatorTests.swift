import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI
import TestSupport
import Testing

@Suite(.hangLimit) struct OperatorTests {
  @Test(arguments: Site.allCases)
  func `a refunded car is sent to every instance with its revocation`(site: Site) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let bought = try await alpha.buy("nonconsumable.racecar").transaction()
    var updates = try await alpha.newEvents()
    try await store.advance("P3D")

    let refund = try await store.operator.refund(bought.transactionId)

    #expect(refund.value.transaction.account == "alice")
    #expect(refund.value.amount.milliunits == bought.price)
    let revoked = try #require(try await updates.next()).transaction()
    #expect(revoked.transactionId == bought.transactionId)
    #expect(revoked.revocationDate == refund.time.now)
    #expect(revoked.revocationReason == .other)
    #expect(revoked.revocationType == .refundFull)
    #expect(revoked.revocationPercentage == 100_000)
    #expect(revoked.price == bought.price, "the charge stays in the transaction")
  }

  @Test(arguments: Site.allCases)
  func `half the price of fuel can be refunded because of the app, and again charged`(site: Site)
    async throws
  {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let fuel = try await alpha.buy("consumable.fuel.octane87", quantity: 3).transaction()

    let refund = try await store.operator.refund(
      fuel.transactionId, reason: .developerIssue, percentage: 50_000
    ).value

    let revoked = refund.transaction.transaction
    #expect(refund.amount == Decimal(string: "1.49"), "half of 2.97, rounded")
    #expect(revoked.revocationType == .refundProrated && revoked.revocationPercentage == 50_000)
    #expect(revoked.revocationReason == .developerIssue)
    let reversal = try await store.operator.perform(
      .reverseRefund(transactionID: fuel.transactionId)
    ).value
    guard case .refundReversed(let restored, let charged) = reversal else {
      throw FixtureError(text: "\(reversal)")
    }
    #expect(charged == refund.amount && restored.transaction.revocationPercentage == nil)
  }

  @Test(arguments: Site.allCases)
  func `a refunded plan is revoked, and its introductory offer stays used`(site: Site) async throws
  {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let bought = try await alpha.buy("subscription.pro").transaction()
    var updates = try await alpha.newEvents()

    _ = try await store.operator.refund(bought.transactionId)

    #expect(try await updates.next()?.transaction().transactionId == bought.transactionId)
    let subscription = try await updates.nextSubscription()
    #expect(try subscription.state(at: .fixture) == .revoked)
    #expect(try subscription.renewalInfo().autoRenewStatus == .off)
    #expect(try subscription.renewalInfo().autoRenewProductId == "subscription.pro")
    #expect(try await alpha.quote("subscription.pro", quantity: 1, offer: nil).value.offer == nil)
    #expect(try await store.advance("P1Y").events == 0)
    let purchases = try await alpha.purchases().value
    #expect(purchases.usedIntroductoryOffers.count == 1)
    #expect(try purchases.subscriptions.map { try $0.state(at: .distantFuture) } == [.revoked])
  }

  @Test(arguments: Site.allCases)
  func `an expired plan ends now, with one update`(site: Site) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let bought = try await alpha.buy("subscription.pro").transaction()
    var updates = try await alpha.newEvents()
    try await store.advance("P3D")

    let ended = try await store.operator.expire("subscription.pro", account: nil)

    #expect(ended.value.id == bought.transactionId)
    #expect(ended.value.transaction.expiresDate == ended.time.now)
    let subscription = try await updates.nextSubscription()
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
      throws: StoreError.severalSubscribers(
        productID: "subscription.pro", accounts: ["alice", "bob"])
    ) {
      try await store.operator.expire("subscription.pro", account: nil)
    }
    _ = try await store.operator.expire("subscription.pro", account: "bob")

    let states = try await [alices, bobs].asyncMap { backend in
      try await backend.purchases().value.subscriptions.map { try $0.state(at: .fixture) }
    }
    #expect(states == [[.active], [.expired]])
    _ = try await store.operator.expire("subscription.pro", account: nil)
  }

  @Test(arguments: Site.allCases)
  func `a refund or expiry that is not possible is refused, and nothing changes`(site: Site)
    async throws
  {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let car = try await alpha.buy("nonconsumable.car").transaction().transactionId
    let upgraded = try await alpha.buy("subscription.standard").transaction().transactionId
    let premium = try await alpha.buy("subscription.premium").transaction().transactionId
    _ = try await store.operator.refund(car)
    let sequence = try await alpha.purchases().value.sequence
    let unknown = TransactionID(rawValue: .max)
    let refusals: [(OperatorCommand, StoreError)] = [
      (.refund(transactionID: car), .alreadyRefunded(transactionID: car, date: .fixture)),
      (.refund(transactionID: upgraded), .nothingToRefund(transactionID: upgraded)),
      (.refund(transactionID: premium, percentage: 0), .invalidRefundPercentage(percentage: 0)),
      (.refund(transactionID: unknown), .unknownTransaction(transactionID: unknown)),
      (
        .expiring("nonconsumable.car", nil),
        .notSubscribed(productID: "nonconsumable.car", account: nil)
      ),
      (
        .expiring("subscription.pro", "alice"),
        .notSubscribed(productID: "subscription.pro", account: "alice")
      ),
      (.expiring("subscription.standard", "carol"), .unknownAccount(name: "carol")),
      (
        .disableAutoRenew(subscription: .transaction(car)),
        .notSubscribed(productID: "nonconsumable.car", account: "alice")
      ),
    ]

    for (command, error) in refusals {
      await #expect(throws: error) { try await store.operator.perform(command) }
    }
    #expect(try await alpha.purchases().value.sequence == sequence)
  }

  @Test(arguments: Site.allCases)
  func `a transaction from before a reset is unknown`(site: Site) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let id = try await alpha.buy("nonconsumable.car").transaction().transactionId
    _ = try await store.operator.reset()

    await #expect(throws: StoreError.unknownTransaction(transactionID: id)) {
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

extension OperatorCommand {
  fileprivate static func expiring(_ productID: String, _ account: String?) -> OperatorCommand {
    .expire(subscription: .product(productID, account: account))
  }
}
