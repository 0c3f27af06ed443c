import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI
import TestSupport
import Testing

@testable import StoreEngine

@Suite(.hangLimit) struct SignatureCacheTests {
  private let fixture: StoreFixture

  init() async throws { fixture = try await StoreFixture.make() }

  private let car = "nonconsumable.car"
  private let pro = "subscription.pro"

  @Test func `what has not changed is not signed again, also as time passes`() async throws {
    let (backend, _) = try await fixture.device("alpha")
    let bought = try await backend.buy(car).purchase()
    try await backend.buy(pro)

    let first = try await backend.purchases().value
    try await fixture.advance("P1D")
    let second = try await backend.purchases().value

    #expect(second == first)
    #expect(first.latest.contains(bought.signedTransaction))
    let all = try await backend.transactions(of: nil, includingFinishedConsumables: true)
    #expect(Set(first.latest) == Set(all.value))
  }

  @Test func `a transaction that was refunded is signed again, and no other`() async throws {
    let (backend, _) = try await fixture.device("alpha")
    let id = try await backend.buy(car).transaction().transactionId
    try await backend.buy(pro)
    let before = try await backend.purchases().value

    _ = try await fixture.engine.perform(.refund(transactionID: id))
    let refunded = try await backend.purchases().value

    let cars = try [before, refunded].map { try $0.transaction(of: car) }
    #expect(cars.map { $0.revocationDate != nil } == [false, true])
    #expect(before.subscriptions == refunded.subscriptions)
  }

  @Test func `a transaction that was upgraded is signed again`() async throws {
    let (backend, _) = try await fixture.device("alpha")
    try await backend.buy("subscription.standard")
    let before = try await backend.purchases().value.transaction(of: "subscription.standard")

    try await fixture.advance("P1D")
    try await backend.buy(pro)
    let after = try await backend.purchases().value.transaction(of: "subscription.standard")

    #expect(before.transactionId == after.transactionId)
    #expect([before, after].map(\.isUpgraded) == [nil, true])
    #expect(before.signedDate < after.signedDate)
  }

  @Test func `a renewal has another transaction and another renewal info`() async throws {
    let (backend, _) = try await fixture.device("alpha")
    try await backend.buy(pro)
    let before = try await backend.purchases().value.subscriptions[0]

    try await fixture.advance("P13M")
    let after = try await backend.purchases().value.subscriptions[0]

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
    let (backend, _) = try await fixture.device("alpha")
    try await backend.buy(pro)
    let on = try await backend.purchases().value.subscriptions
    let group = try #require(on.first).groupID

    try await fixture.advance("P1D")
    _ = try await backend.perform(.disableAutoRenew(groupID: group))
    let off = try await backend.purchases().value.subscriptions
    try await fixture.advance("P1D")
    _ = try await backend.perform(
      .enableAutoRenew(groupID: group, productID: pro, price: Decimal(string: "4.99")))
    let onAgain = try await backend.purchases().value.subscriptions

    let answers = [on, off, onAgain]
    #expect(Set(answers.map { $0.map(\.signedTransaction) }).count == 1)
    let renewals = try answers.map { try $0[0].renewalInfo() }
    #expect(renewals[0].unsigned == renewals[2].unsigned)
    #expect(renewals[0].signedDate < renewals[1].signedDate)
    #expect(renewals[1].signedDate < renewals[2].signedDate)
    #expect(try await backend.purchases().value.subscriptions == onAgain)
  }

  @Test func `a long history adds no tokens, and has those that are known`() async throws {
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
    let group = try #require(try await backend.purchases().value.subscriptions.first).groupID
    _ = try await backend.perform(.disableAutoRenew(groupID: group))

    var renewals: [RenewalInfoPayload] = []
    // It ends after two months; two months later the offer is there, and nothing else happens.
    for duration in ["P3M", "P2D", "P2M"] {
      try await fixture.advance(duration)
      renewals.append(try await backend.purchases().value.subscriptions[0].renewalInfo())
    }

    #expect(renewals.map(\.eligibleWinBackOfferIds) == [nil, nil, ["pro.welcome.back"]])
    #expect(renewals[0].signedDate == renewals[1].signedDate)
    #expect(renewals[1].signedDate < renewals[2].signedDate)
  }

  @Test func `each device has its own tokens, and keeps them across runs of the app`() async throws
  {
    let (alpha, registration) = try await fixture.device("alpha")
    let (beta, _) = try await fixture.device("beta")
    try await alpha.buy(car)

    let tokens = try await alpha.purchases().value.latest

    #expect(try await beta.purchases().value.latest != tokens)
    #expect(
      try await fixture.backend(of: registration).purchases().value.latest == tokens)
  }

  @Test func `a device that is removed takes its tokens with it`() async throws {
    let (alpha, _) = try await fixture.device("alpha")
    let (beta, _) = try await fixture.device("beta")
    try await alpha.buy(car)
    _ = try await (alpha.purchases(), beta.purchases())
    #expect(fixture.engine.signatures.count == 2)

    _ = try await fixture.engine.removeDevice("alpha", signIn: fixture.signIn.token)

    #expect(fixture.engine.signatures.count == 1)
  }

  @Test func `requests at once get the same token`() async throws {
    let (backend, registration) = try await fixture.device("alpha")
    try await backend.buy(car)
    fixture.engine.signatures.forget(device: registration.device.verificationID.uuid)

    let tokens = try await withThrowingTaskGroup(of: [String].self) { group in
      for _ in 1...16 { group.addTask { try await backend.purchases().value.latest } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }

    #expect(tokens.count == 1)
  }
}

extension CustomerPurchases {
  /// The latest transaction of a product.
  fileprivate func transaction(of productID: String) throws -> TransactionPayload {
    try #require(
      latest.map { try TransactionPayload.decoded(from: $0) }.first { $0.productId == productID })
  }
}
