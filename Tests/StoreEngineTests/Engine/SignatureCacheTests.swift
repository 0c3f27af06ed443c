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
    let app = try await backend.appTransaction().value
    try await fixture.advance("P1D")
    let second = try await backend.holdings().value

    #expect(second == first)
    #expect(try await backend.appTransaction().value == app)
    #expect(first.latest.contains(bought.signedTransaction))
    let all = try await backend.transactions(of: nil, includingFinishedConsumables: true)
    #expect(Set(first.latest) == Set(all.value))
  }

  @Test func `a transaction that was refunded, upgraded or renewed is signed again`() async throws {
    let fixture = try await StoreFixture.make()
    let (backend, _) = try await fixture.device("alpha")
    let id = try await backend.buy(car).transaction().transactionId
    try await backend.buy(pro)
    let before = try await backend.holdings().value

    _ = try await fixture.engine.perform(.refund(transactionID: id))
    let refunded = try await backend.holdings().value
    try await fixture.advance("P13M")
    let renewed = try await backend.holdings().value

    let cars = try [before, refunded].map { try $0.transaction(of: car) }
    #expect(cars.map { $0.revocationDate != nil } == [false, true])
    #expect(before.subscriptions == refunded.subscriptions)
    #expect(
      refunded.subscriptions[0].signedRenewalInfo != renewed.subscriptions[0].signedRenewalInfo)
    let dates = try [refunded, renewed].map { try $0.subscriptions[0].renewalInfo().signedDate }
    #expect(dates[0] < dates[1])
  }

  @Test func `a change of the renewal alone is signed, and going back is the earlier token`()
    async throws
  {
    let fixture = try await StoreFixture.make()
    let (backend, _) = try await fixture.device("alpha")
    try await backend.buy(pro)
    let on = try await backend.holdings().value.subscriptions
    let group = try #require(on.first).groupID

    _ = try await backend.perform(.disableAutoRenew(groupID: group))
    let off = try await backend.holdings().value.subscriptions
    _ = try await backend.perform(
      .enableAutoRenew(groupID: group, productID: pro, price: Decimal(string: "4.99")))

    #expect(off.map(\.signedTransaction) == on.map(\.signedTransaction))
    #expect(off.map(\.signedRenewalInfo) != on.map(\.signedRenewalInfo))
    #expect(try await backend.holdings().value.subscriptions == on)
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

  @Test func `a store that was reset signs everything again`() async throws {
    let fixture = try await StoreFixture.make()
    let (backend, _) = try await fixture.device("alpha")
    let before = try await backend.appTransaction().value

    _ = try await fixture.engine.perform(.reset)

    #expect(try await backend.appTransaction().value != before)
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
  @Test func `another device, certificate, epoch or content is signed for itself`() throws {
    let cache = SignatureCache()
    let (device, certificate) = (UUID(), Data([1]))
    var other = TransactionPayload.sample
    other.price += 1
    let keys = [
      SignatureCache.Key(
        .transaction(.sample), device: device, certificate: certificate, epoch: 1),
      .init(.transaction(.sample), device: UUID(), certificate: certificate, epoch: 1),
      .init(.transaction(.sample), device: device, certificate: Data([2]), epoch: 1),
      .init(.transaction(.sample), device: device, certificate: certificate, epoch: 2),
      .init(.transaction(other), device: device, certificate: certificate, epoch: 1),
    ]

    for _ in 1...2 {
      for (number, key) in keys.enumerated() {
        #expect(try cache.token(for: key, at: .fixture) { "\(number)" } == "\(number)")
      }
    }
    #expect(cache.count == keys.count)
  }

  @Test func `a token from the future is not used after a store went back to a backup`() throws {
    let cache = SignatureCache()
    let key = SignatureCache.Key(
      .transaction(.sample), device: UUID(), certificate: Data(), epoch: 1)

    #expect(try cache.token(for: key, at: .fixture) { "late" } == "late")
    #expect(try cache.token(for: key, at: .fixture - 1) { "early" } == "early")
    #expect(try cache.token(for: key, at: .fixture) { "never" } == "early")
  }

  @Test func `a fault of signing is thrown and not kept`() throws {
    let cache = SignatureCache()
    let key = SignatureCache.Key(
      .transaction(.sample), device: UUID(), certificate: Data(), epoch: 1)

    #expect(throws: StoreFault.unavailable("no key")) {
      try cache.token(for: key, at: .fixture) { () throws(StoreFault) in
        throw .unavailable("no key")
      }
    }
    #expect(cache.count == 0)
  }

  @Test func `the cache stays within its bounds however much is signed`() throws {
    let cache = SignatureCache(capacity: 100)

    for number in 1...1_000 {
      var payload = TransactionPayload.sample
      payload.price = Int64(number)
      let key = SignatureCache.Key(
        .transaction(payload), device: UUID(), certificate: Data(), epoch: 1)
      _ = try cache.token(for: key, at: .fixture) { "\(number)" }
      #expect(cache.count <= 100)
    }
  }
}

extension Holdings {
  /// The latest transaction of a product.
  fileprivate func transaction(of productID: String) throws -> TransactionPayload {
    try #require(
      latest.map { try TransactionPayload.decoded(from: $0) }.first { $0.productId == productID })
  }
}

extension TransactionPayload {
  fileprivate static let sample = TransactionPayload(
    transactionId: TransactionID(rawValue: 1), originalTransactionId: TransactionID(rawValue: 1),
    bundleId: "com.example.skdemo", productId: "nonconsumable.car", purchaseDate: .fixture,
    originalPurchaseDate: .fixture, type: .nonConsumable, signedDate: .distantPast,
    storefront: "USA", storefrontId: "143441", transactionReason: .purchase, currency: "USD",
    price: 1990, appTransactionId: "7")
}
