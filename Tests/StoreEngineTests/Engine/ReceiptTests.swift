import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI
import TestSupport
import Testing

@testable import StoreEngine

@Suite(.hangLimit) struct ReceiptTests {
  @Test func `the receipt of a long history has the newest transactions, and every product`()
    async throws
  {
    let store = try await StoreFixture.make()
    let (alpha, registration) = try await store.device("alpha")
    let limit = DeviceBackend.receiptLimit
    _ = try await store.engine.perform(.setTimeRate(timeRate: .oneRenewalEveryTwoSeconds))
    _ = try await store.engine.perform(.setRenewalLimit(isOn: false))
    let car = try await alpha.buy("nonconsumable.car").transaction()
    try await alpha.buy("subscription.standard")
    let end = Date.fixture.addingTimeInterval(TimeInterval(2 * limit + 10))
    _ = try await store.engine.perform(.advance(move: .to(end)))

    let receipt = try await alpha.receipt()

    let payload = try await SignedReceipt(receipt.value).verified(
      by: ReceiptVerifier(rootCertificates: [registration.rootCertificate]))
    let newest = try await alpha.transactions(of: nil, includingFinishedConsumables: false)
      .value.prefix(limit).map { try TransactionPayload.decoded(from: $0).transactionId }
    #expect(payload.inAppPurchases.map(\.transactionID) == [car.transactionId] + newest.reversed())
  }

  @Test func `a receipt is the same in every run of a store with a seed, except its signature`()
    async throws
  {
    let (first, second) = (try await StoreFixture.make(), try await StoreFixture.make())
    let contents = try await [first, second].asyncMap { store in
      let (alpha, registration) = try await store.device("alpha")
      try await alpha.buy("nonconsumable.car")
      return try await SignedReceipt(alpha.receipt().value).verified(
        by: ReceiptVerifier(rootCertificates: [registration.rootCertificate]))
    }

    #expect(contents[0] == contents[1])
    #expect(contents[0].opaqueValue.count == 16)
  }

  @Test func `a receipt has the versions of the app that its app transaction has`() async throws {
    let store = try await StoreFixture.make()
    let (alpha, registration) = try await store.device("alpha")

    let signed = try await alpha.appTransaction().value
    let receipt = try await SignedReceipt(alpha.receipt().value).verified(
      by: ReceiptVerifier(rootCertificates: [registration.rootCertificate]))

    let app = try JWS(signed).payload(as: AppTransactionPayload.self)
    #expect(receipt.appVersion == app.applicationVersion)
    #expect(receipt.originalAppVersion == app.originalApplicationVersion)
  }
}
