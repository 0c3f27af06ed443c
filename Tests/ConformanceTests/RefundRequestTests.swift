import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI
import TestSupport
import Testing

@Suite(.hangLimit) struct RefundRequestTests {
  @Test(arguments: Site.allCases)
  func `a request waits for the operator, who sees who asks and why`(site: Site) async throws {
    let (store, alpha, registration) = try await ContractStore.withDevice(at: site)
    let other = try await store.backend(of: registration)
    let car = try await alpha.buy("nonconsumable.car").transaction().transactionId
    var updates = try await other.newEvents()

    try await alpha.ask(for: car, .other, text: "It rattles")

    let listed = try #require(
      try await store.operator.transactions(account: nil).value.first)
    #expect(listed.account == "alice" && listed.id == car)
    #expect(listed.refundRequest?.reason == .other && listed.refundRequest?.text == "It rattles")
    #expect(listed.refundRequest?.state == .pending && listed.refundRequest?.date == .fixture)
    #expect(
      try await updates.next()?.value.change
        == .refundRequest(TransactionRefundRequest(transactionID: car, state: .pending)))
    #expect(try await alpha.requestStates() == [car: .pending])
  }

  @Test(arguments: Site.allCases)
  func `a declined request reaches every instance, and the car stays`(site: Site) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let car = try await alpha.buy("nonconsumable.car").transaction().transactionId
    try await alpha.ask(for: car)
    var updates = try await alpha.newEvents()

    let result = try await store.operator.perform(.declineRefund(transactionID: car)).value

    guard case .refundDeclined(let transaction) = result else {
      throw FixtureError(text: "\(result)")
    }
    #expect(transaction.id == car && transaction.refundRequest?.state == .declined)
    #expect(
      try await updates.next()?.value.change
        == .refundRequest(TransactionRefundRequest(transactionID: car, state: .declined)))
    #expect(try await alpha.requestStates() == [car: .declined])
    await #expect(throws: StoreError.duplicateRefundRequest(transactionID: car)) {
      try await alpha.ask(for: car)
    }
  }

  @Test(arguments: Site.allCases)
  func `fuel whose refund is taken back comes again only to the device that delivers it`(site: Site)
    async throws
  {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let beta = try await store.device("beta").0
    let fuel = try await alpha.buy("consumable.fuel.octane87").transaction().transactionId
    var (own, others) = (try await alpha.newEvents(), try await beta.newEvents())

    _ = try await store.operator.refund(fuel)
    _ = try await store.operator.perform(.reverseRefund(transactionID: fuel))

    for _ in 1...2 { #expect(try await own.next()?.transaction().transactionId == fuel) }
    // A server may have read the first update before the second one was made.
    let refunded = try? await others.next()?.transaction()
    #expect(refunded == nil || refunded?.revocationDate != nil)
    #expect(
      try await others.next()?.value.change
        == .refundRequest(TransactionRefundRequest(transactionID: fuel, state: .granted)))
  }

  @Test(arguments: Site.allCases)
  func `a granted request revokes, and its reversal serves the plan again`(site: Site) async throws
  {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let plan = try await alpha.buy("subscription.pro").transaction().transactionId
    try await alpha.ask(for: plan)
    var updates = try await alpha.newEvents()

    _ = try await store.operator.refund(plan)
    #expect(try await updates.next()?.transaction().transactionId == plan)
    #expect(try await alpha.requestStates() == [plan: .granted])
    let result = try await store.operator.perform(.reverseRefund(transactionID: plan)).value

    guard case .refundReversed(let transaction, let amount) = result else {
      throw FixtureError(text: "\(result)")
    }
    #expect(transaction.transaction.revocationDate == nil)
    #expect(amount.milliunits == transaction.transaction.price)
    let held = try #require(try await alpha.purchases().value.subscriptions.first)
    #expect(try held.transaction().revocationDate == nil)
    #expect(try held.renewalInfo().autoRenewStatus == .off)
    #expect(try held.renewalInfo().expirationIntent == nil)
  }

  @Test(arguments: Site.allCases)
  func `a copy of a request is answered, and changes nothing`(site: Site) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let (car, key) = (try await alpha.buy("nonconsumable.car").transaction().transactionId, UUID())

    #expect(try await alpha.ask(for: car, as: key))
    #expect(try await !alpha.ask(for: car, as: key))
    let listed = try await store.operator.transactions(account: nil).value
    #expect(listed.first?.refundRequest?.id == LowercaseUUID(key))
  }

  @Test(arguments: Site.allCases)
  func `a transaction of another customer is unknown`(site: Site) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let car = try await alpha.buy("nonconsumable.car").transaction().transactionId
    let (beta, _) = try await store.device("beta")
    #expect(try await beta.ask(for: car), "the same account")
    let unknown = TransactionID(rawValue: 9_000_000_001)

    await #expect(throws: StoreError.unknownTransaction(transactionID: unknown)) {
      try await alpha.ask(for: unknown)
    }
  }
}

extension StoreBackend {
  @discardableResult
  fileprivate func ask(
    for id: TransactionID, as key: UUID = UUID(), _ reason: RefundReason = .unintendedPurchase,
    text: String? = nil
  ) async throws -> Bool {
    try await perform(
      .requestRefund(
        transactionID: id, requestID: LowercaseUUID(key), reason: reason, text: text)
    ).value
  }

  fileprivate func requestStates() async throws -> [TransactionID: RefundRequestState] {
    let page = try await transactions(TransactionsRequest()).value
    return Dictionary(page.refundRequests.map { ($0.transactionID, $0.state) }) { $1 }
  }
}
