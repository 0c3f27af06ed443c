import Foundation
import StoreAPI
import TestSupport
import Testing

@testable import StoreEngine

@Suite(.timeLimit(.minutes(1))) struct SignatureCacheTests {
  private let car = "nonconsumable.car"
  private let pro = "subscription.pro"

  @Test func `what has not changed is not signed again, also as time passes`() async throws {
    let fixture = try await StoreFixture.make()
    let (backend, _) = try await fixture.device("alpha")
    let bought = try await backend.buy(car).purchase()
    try await backend.buy(pro)

    let first = try await backend.holdings().value
    try await fixture.advance("P1D")
    let second = try await backend.holdings().value

    #expect(second == first)
    #expect(first.latest.contains(bought.signedTransaction))
    let all = try await backend.transactions(of: nil, includingFinishedConsumables: true)
    #expect(Set(first.latest) == Set(all.value))
  }

  @Test func `a transaction that was refunded is signed again, and no other`() async throws {
    let fixture = try await StoreFixture.make()
    let (backend, _) = try await fixture.device("alpha")
    let id = try await backend.buy(car).transaction().transactionId
    try await backend.buy(pro)
    let before = try await backend.holdings().value

    _ = try await fixture.engine.perform(.refund(transactionID: id))
    let refunded = try await backend.holdings().value

    let cars = try [before, refunded].map { try $0.transaction(of: car) }
    #expect(cars.map { $0.revocationDate != nil } == [false, true])
    #expect(before.subscriptions == refunded.subscriptions)
  }

  @Test func `a transaction that was upgraded is signed again`() async throws {
    let fixture = try await StoreFixture.make()
    let (backend, _) = try await fixture.device("alpha")
    try await backend.buy("subscription.standard")
    let before = try await backend.holdings().value.transaction(of: "subscription.standard")

    try await fixture.advance("P1D")
    try await backend.buy(pro)
    let after = try await backend.holdings().value.transaction(of: "subscription.standard")

    #expect(before.transactionId == after.transactionId)
    #expect([before, after].map(\.isUpgraded) == [nil, true])
    #expect(before.signedDate < after.signedDate)
  }

  @Test func `a renewal has another transaction and another renewal info`() async throws {
    let fixture = try await StoreFixture.make()
    let (backend, _) = try await fixture.device("alpha")
    try await backend.buy(pro)
    let before = try await backend.holdings().value.subscriptions[0]

    try await fixture.advance("P13M")
    let after = try await backend.holdings().value.subscriptions[0]

    let transactions = try [before, after].map {
      try TransactionPayload.decoded(from: $0.signedTransaction)
    }
    #expect(transactions[0].transactionId < transactions[1].transactionId)
    let dates = try [before, after].map { try $0.renewalInfo().signedDate }
    #expect(dates[0] < dates[1])
  }

  @Test func `a renewal that is turned off and on again is signed with a later date each time`()
    async throws
  {
    let fixture = try await StoreFixture.make()
    let (backend, _) = try await fixture.device("alpha")
    try await backend.buy(pro)
    let on = try await backend.holdings().value.subscriptions
    let group = try #require(on.first).groupID

    try await fixture.advance("P1D")
    _ = try await backend.perform(.disableAutoRenew(groupID: group))
    let off = try await backend.holdings().value.subscriptions
    try await fixture.advance("P1D")
    _ = try await backend.perform(
      .enableAutoRenew(groupID: group, productID: pro, price: Decimal(string: "4.99")))
    let onAgain = try await backend.holdings().value.subscriptions

    let answers = [on, off, onAgain]
    #expect(Set(answers.map { $0.map(\.signedTransaction) }).count == 1)
    let renewals = try answers.map { try $0[0].renewalInfo() }
    #expect(renewals[0].unsigned == renewals[2].unsigned)
    #expect(renewals[0].signedDate < renewals[1].signedDate)
    #expect(renewals[1].signedDate < renewals[2].signedDate)
    #expect(try await backend.holdings().value.subscriptions == onAgain)
  }

  @Test func `a long history adds no tokens, and has those that are known`() async throws {
    let fixture = try await StoreFixture.make()
    let (backend, _) = try await fixture.device("alpha")
    let bought = try await backend.buy(car).purchase().signedTransaction
    // What is bought is signed at once, for this device and not for the other.
    for _ in 1...SignatureCache.listLimit { try await backend.buy("consumable.fuel.octane87") }
    let (other, _) = try await fixture.device("beta")
    let before = fixture.engine.signatures.count

    let history = try await other.transactions(of: nil, includingFinishedConsumables: true).value

    #expect(history.count == SignatureCache.listLimit + 1)
    #expect(fixture.engine.signatures.count == before)
    let own = try await backend.transactions(of: nil, includingFinishedConsumables: true).value
    #expect(own.contains(bought))
    _ = try await other.transactions(of: car, includingFinishedConsumables: true)
    #expect(fixture.engine.signatures.count == before + 1)
  }

  @Test func `a refreshed app transaction is a new one`() async throws {
    let fixture = try await StoreFixture.make()
    let (backend, _) = try await fixture.device("alpha")
    let first = try await backend.appTransaction().value

    try await fixture.advance("P1D")
    let second = try await backend.appTransaction().value

    let payloads = try [first, second].map { try AppTransactionPayload.decoded(from: $0) }
    #expect(payloads[0].unsigned == payloads[1].unsigned)
    #expect(payloads[0].signedDate < payloads[1].signedDate)
  }

  @Test func `a renewal info that the time alone changes is signed again`() async throws {
    var catalogue = try Catalogue.skdemo()
    let plan = try #require(catalogue.products.firstIndex { $0.id == pro })
    catalogue.products[plan].subscription?.winBackOffers[0].eligibility = WinBackEligibility(
      isEligible: true, rules: .init(minimumMonthsSinceEnd: 2))
    let fixture = try await StoreFixture.make(catalogue: catalogue)
    let (backend, _) = try await fixture.device("alpha")
    try await backend.buy(pro)
    let group = try #require(try await backend.holdings().value.subscriptions.first).groupID
    _ = try await backend.perform(.disableAutoRenew(groupID: group))

    var renewals: [RenewalInfoPayload] = []
    // It ends after two months; two months later the offer is there, and nothing else happens.
    for duration in ["P3M", "P2D", "P2M"] {
      try await fixture.advance(duration)
      renewals.append(try await backend.holdings().value.subscriptions[0].renewalInfo())
    }

    #expect(renewals.map(\.eligibleWinBackOfferIds) == [nil, nil, ["pro.welcome.back"]])
    #expect(renewals[0].signedDate == renewals[1].signedDate)
    #expect(renewals[1].signedDate < renewals[2].signedDate)
  }

  @Test func `each device has its own tokens, and keeps them across runs of the app`() async throws
  {
    let fixture = try await StoreFixture.make()
    let (alpha, registration) = try await fixture.device("alpha")
    let (beta, _) = try await fixture.device("beta")
    try await alpha.buy(car)

    let tokens = try await alpha.holdings().value.latest

    #expect(try await beta.holdings().value.latest != tokens)
    #expect(
      try await fixture.backend(of: registration).holdings().value.latest == tokens)
  }

  @Test func `a device that is removed takes its tokens with it`() async throws {
    let fixture = try await StoreFixture.make()
    let (alpha, _) = try await fixture.device("alpha")
    let (beta, _) = try await fixture.device("beta")
    try await alpha.buy(car)
    _ = try await (alpha.holdings(), beta.holdings())
    #expect(fixture.engine.signatures.count == 2)

    _ = try await fixture.engine.removeDevice("alpha", signIn: fixture.signIn.token)

    #expect(fixture.engine.signatures.count == 1)
  }

  @Test func `requests at once get the same token`() async throws {
    let fixture = try await StoreFixture.make()
    let (backend, registration) = try await fixture.device("alpha")
    try await backend.buy(car)
    fixture.engine.signatures.forget(device: registration.device.verificationID.uuid)

    let tokens = try await withThrowingTaskGroup(of: [String].self) { group in
      for _ in 1...16 { group.addTask { try await backend.holdings().value.latest } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }

    #expect(tokens.count == 1)
  }
}

// MARK: - The key and the bounds

extension SignatureCacheTests {
  @Test func `another device, certificate, epoch or transaction is signed for itself`() throws {
    let cache = SignatureCache()
    let (device, certificate) = (UUID(), Data([1]))
    let other = SignatureCache.Content.sample(2)
    let keys = [
      SignatureCache.Key(.sample(), device: device, certificate: certificate, epoch: 1),
      .init(.sample(), device: UUID(), certificate: certificate, epoch: 1),
      .init(.sample(), device: device, certificate: Data([2]), epoch: 1),
      .init(.sample(), device: device, certificate: certificate, epoch: 2),
      .init(other, device: device, certificate: certificate, epoch: 1),
    ]

    for _ in 1...2 {
      for (number, key) in keys.enumerated() {
        let content = number == 4 ? other : .sample()
        let token = try cache.token(of: content, for: key, at: .fixture) { "\(number)" }
        #expect(token == "\(number)")
      }
    }
    #expect(cache.count == keys.count)
  }

  @Test func `a changed content replaces the former one`() throws {
    let cache = SignatureCache()
    let (old, new) = (SignatureCache.Content.sample(), SignatureCache.Content.sample(price: 2))

    #expect(try cache.token(of: old, at: .fixture, signedAs: "old") == "old")
    #expect(try cache.token(of: new, at: .fixture + 1, signedAs: "new") == "new")
    #expect(try cache.token(of: new, at: .fixture + 2, signedAs: "never") == "new")
    #expect(cache.count == 1)
    #expect(try cache.token(of: old, at: .fixture + 3, signedAs: "again") == "again")
  }

  @Test func `a question that adds no token replaces one with another content`() throws {
    let cache = SignatureCache()
    let (old, new) = (SignatureCache.Content.sample(), SignatureCache.Content.sample(price: 2))

    #expect(try cache.token(of: new, at: .fixture, adding: false, signedAs: "new") == "new")
    #expect(cache.count == 0)
    _ = try cache.token(of: old, at: .fixture, signedAs: "old")
    _ = try cache.token(of: new, at: .fixture + 1, adding: false, signedAs: "newer")
    #expect(try cache.token(of: old, at: .fixture + 2, signedAs: "again") == "again")
  }

  @Test func `a request that was overtaken gets the token of the one that overtook it`() throws {
    let cache = SignatureCache()
    let content = SignatureCache.Content.sample()

    let slow = try cache.token(of: content, for: .sample(content), at: .fixture) {
      () throws(StoreFault) in
      // While it signs, a request that began later asks for the same.
      try cache.token(of: content, at: .fixture + 0.002, signedAs: "quick")
        .appending(" and slow")
    }

    #expect(slow == "quick")
    #expect(try cache.token(of: content, at: .fixture + 0.001, signedAs: "never") == "quick")
  }

  @Test func `a request that was overtaken does not replace a later content`() throws {
    let cache = SignatureCache()
    let (old, new) = (SignatureCache.Content.sample(), SignatureCache.Content.sample(price: 2))
    _ = try cache.token(of: new, at: .fixture + 1, signedAs: "new")

    #expect(try cache.token(of: old, at: .fixture, signedAs: "old") == "old")
    #expect(try cache.token(of: new, at: .fixture + 1, signedAs: "never") == "new")
  }

  @Test func `a token from the future is not used after a store went back to a backup`() throws {
    let cache = SignatureCache()
    let content = SignatureCache.Content.sample()

    #expect(try cache.token(of: content, at: .fixture, signedAs: "late") == "late")
    #expect(try cache.token(of: content, at: .fixture - 60, signedAs: "early") == "early")
    #expect(try cache.token(of: content, at: .fixture, signedAs: "never") == "early")
  }

  @Test func `a fault of signing is thrown and not kept`() throws {
    let cache = SignatureCache()

    #expect(throws: StoreFault.unavailable("no key")) {
      try cache.token(of: .sample(), for: .sample(.sample()), at: .fixture) {
        () throws(StoreFault) in throw .unavailable("no key")
      }
    }
    #expect(cache.count == 0)
  }

  @Test func `the cache stays within its bounds however much is signed`() throws {
    let cache = SignatureCache(capacity: 100)

    for number in 1...1_000 {
      _ = try cache.token(of: .sample(UInt64(number)), at: .fixture, signedAs: "\(number)")
      #expect(cache.count <= 100)
    }
  }
}

extension SignatureCache {
  /// Returns the token of a content for a device of its own store.
  fileprivate func token(
    of content: Content, at date: Date, adding: Bool = true, signedAs token: String
  ) throws(StoreFault) -> String {
    try self.token(of: content, for: .sample(content), at: date, adding: adding) { token }
  }
}

extension SignatureCache.Key {
  private static let device = UUID()

  fileprivate static func sample(_ content: SignatureCache.Content) -> Self {
    SignatureCache.Key(content, device: device, certificate: Data([1]), epoch: 1)
  }
}

extension SignatureCache.Content {
  /// A transaction with this ID and this price.
  fileprivate static func sample(_ id: UInt64 = 1, price: Int64 = 1990) -> Self {
    .transaction(
      TransactionPayload(
        transactionId: TransactionID(rawValue: id),
        originalTransactionId: TransactionID(rawValue: id), bundleId: "com.example.skdemo",
        productId: "nonconsumable.car", purchaseDate: .fixture, originalPurchaseDate: .fixture,
        type: .nonConsumable, signedDate: .distantPast, storefront: "USA", storefrontId: "143441",
        transactionReason: .purchase, currency: "USD", price: price, appTransactionId: "7"))
  }
}

extension Holdings {
  /// The latest transaction of a product.
  fileprivate func transaction(of productID: String) throws -> TransactionPayload {
    try #require(
      latest.map { try TransactionPayload.decoded(from: $0) }.first { $0.productId == productID })
  }
}
