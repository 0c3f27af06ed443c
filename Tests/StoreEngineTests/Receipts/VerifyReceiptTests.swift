import AppStorePayloads
import AppStoreServerAPI
import Foundation
import StoreAPI
import StoreOperatorAPI
import StoreSQLite
import TestSupport
import Testing

@testable import StoreEngine

/// verifyReceipt, as an app's server uses it.
@Suite(.hangLimit) struct VerifyReceiptTests {
  private static let plan = "subscription.standard"
  private let shop: ServerShop

  init() async throws { shop = try await ServerShop() }

  // MARK: - The receipt

  @Test func `a receipt of a new customer is valid and empty`() async throws {
    let request = VerifyReceiptRequest(receipt: try await shop.receipt())

    let response = await shop.store.verifyReceipt(request, in: .sandbox)

    #expect(response.status == .valid && response.environment == .sandbox)
    #expect(response.products == [] && response.latest == nil)
    #expect(response.receipt?.receipt.bundleID == StoreEngine.defaultBundleID)
    #expect(response.receipt?.requestDate == .fixture)
  }

  @Test func `a receipt without subscriptions needs no secret, and has no latest receipt`()
    async throws
  {
    _ = try await shop.buy("nonconsumable.car", "consumable.fuel.octane87", "nonRenewing.standard")
    let request = VerifyReceiptRequest(receipt: try await shop.receipt())

    let response = await shop.store.verifyReceipt(request, in: .sandbox)

    #expect(response.status == .valid)
    #expect(
      response.products == [
        "nonconsumable.car", "consumable.fuel.octane87", "nonRenewing.standard",
      ])
    #expect(response.latest == nil)
  }

  @Test func `a finished consumable leaves the next receipt, and the one that was sent keeps it`()
    async throws
  {
    let fuel = try await shop.buy("consumable.fuel.octane87")[0].transactionId
    _ = try await shop.buy(Self.plan)
    let sent = try await shop.receipt()
    try await shop.backend.finish(fuel)

    let response = try await shop.verify(sent)

    #expect(response.products == ["consumable.fuel.octane87", Self.plan])
    #expect(response.latest?.transactions.map(\.inApp.purchase.productID) == [Self.plan])
    #expect(try await shop.verify().products == [Self.plan])
  }

  @Test func `a refund after the receipt was made is in the latest transactions`() async throws {
    let car = try await shop.buy("nonconsumable.car", Self.plan)[0].transactionId
    let sent = try await shop.receipt()
    _ = try await shop.store.refund(car, reason: .developerIssue)

    let response = try await shop.verify(sent)

    let before = try #require(response.receipt?.inApp.first)
    let after = try #require(response.latest?.transactions.last?.inApp)
    #expect(before.purchase.cancellationDate == nil && before.cancellationReason == nil)
    #expect(after.purchase.transactionID == car)
    #expect(after.purchase.cancellationDate == .fixture)
    #expect(after.cancellationReason == .developerIssue)
  }

  @Test func `what a family member shares is marked`() async throws {
    try await shop.fixture.perform(.beginFamily, as: shop.backend)
    try await shop.fixture.perform(.familyBuys(Self.plan), as: shop.backend)

    let response = try await shop.verify()

    #expect(response.receipt?.inApp.map(\.ownership) == [.familyShared])
    #expect(response.latest?.transactions.map(\.inApp.ownership) == [.familyShared])
    #expect(response.latest?.renewals.count == 1)
  }

  // MARK: - What has happened since

  @Test func `renewals since the receipt are in the latest one, newest first, and it verifies`()
    async throws
  {
    let first = try await shop.buy(Self.plan)[0].transactionId
    let sent = try await shop.receipt()
    try await shop.fixture.advance("P2M")

    let response = try await shop.verify(sent)

    #expect(response.products == [Self.plan])
    #expect(response.latestIDs.count == 3)
    #expect(response.latestIDs == response.latestIDs.sorted(by: >))
    #expect(response.latestIDs.last == first)
    let latest = try #require(response.latest?.receipt)
    let payload = try await SignedReceipt(latest).verified(
      by: ReceiptVerifier(rootCertificates: [shop.store.rootCertificate]))
    #expect(payload.inAppPurchases.map(\.transactionID) == Array(response.latestIDs.reversed()))
    #expect(try await shop.verify(latest).latestIDs == response.latestIDs)
  }

  @Test func `without old transactions only the latest period of the plan is returned`()
    async throws
  {
    _ = try await shop.buy("nonconsumable.car", Self.plan)
    try await shop.fixture.advance("P2M")

    let all = try await shop.verify()
    let short = try await shop.verify(excludingOld: true)

    #expect(all.latestIDs.count == 4)
    #expect(short.latestIDs == Array(all.latestIDs.prefix(1)))
    #expect(short.products == all.products)
  }

  @Test func `an upgrade ends the period before on its own date`() async throws {
    _ = try await shop.buy(Self.plan)
    try await shop.fixture.advance("P3D")
    let pro = try await shop.buy("subscription.pro")[0]

    let latest = try #require(try await shop.verify().latest?.transactions)

    #expect(latest.map(\.isUpgraded) == [false, true])
    #expect(latest[0].inApp.purchase.transactionID == pro.transactionId)
    #expect(latest[1].inApp.purchase.cancellationDate == pro.purchaseDate.wholeSeconds)
  }

  // MARK: - The status

  @Test func `a receipt with a subscription needs the store's secret`() async throws {
    _ = try await shop.buy(Self.plan)
    let receipt = try await shop.receipt()
    func status(_ password: String?) async -> ReceiptStatus {
      let request = VerifyReceiptRequest(receipt: receipt, password: password)
      let response = await shop.store.verifyReceipt(request, in: .sandbox)
      #expect(response.status == .valid || response.receipt == nil && response.latest == nil)
      #expect(response.environment == .sandbox)
      return response.status
    }

    #expect(await status("guess") == .wrongSharedSecret, "the store has no secret yet")
    let secret = try await shop.sharedSecret()
    #expect(await status(nil) == .wrongSharedSecret)
    #expect(await status("") == .wrongSharedSecret)
    #expect(await status(secret + "0") == .wrongSharedSecret)
    #expect(await status(secret) == .valid)
    #expect(try await shop.sharedSecret() == secret)
    let new = try await shop.sharedSecret(regenerates: true)
    #expect(await status(secret) == .wrongSharedSecret)
    #expect(await status(new) == .valid)
  }

  @Test func `a receipt in the wrong environment is refused`() async throws {
    _ = try await shop.buy(Self.plan)
    let sandbox = try await shop.receipt()
    var payload = try await SignedReceipt(sandbox).verified(
      by: ReceiptVerifier(rootCertificates: [shop.store.rootCertificate]))
    payload.receiptType = ReceiptPayload.receiptType(in: .production)
    let production = try shop.store.signer.sign(receipt: payload)

    let toProduction = try await shop.verify(sandbox, in: .production)
    let toSandbox = try await shop.verify(production)
    let right = try await shop.verify(production, in: .production)

    #expect(toProduction == VerifyReceiptResponse(.receiptIsOfSandbox))
    #expect(toSandbox == VerifyReceiptResponse(.receiptIsOfProduction))
    #expect(right.status == .valid && right.environment == .production)
  }

  @Test func `the receipts of a store of production are valid in production only`() async throws {
    let store = try await StoreFixture.make(environment: .production)
    let phone = try await store.device("phone").backend
    try await phone.buy("nonconsumable.car")
    let request = VerifyReceiptRequest(receipt: try await phone.receipt().value)

    let production = await store.engine.verifyReceipt(request, in: .production)
    let sandbox = await store.engine.verifyReceipt(request, in: .sandbox)

    #expect(production.status == .valid && production.environment == .production)
    #expect(production.receipt?.receipt.receiptType == "Production")
    #expect(production.receipt?.receipt.appAppleID == 4_794_963_335)
    #expect(production.products == ["nonconsumable.car"])
    #expect(sandbox == VerifyReceiptResponse(.receiptIsOfProduction))
  }

  @Test func `a receipt of another store is not authenticated, and a damaged one is not read`()
    async throws
  {
    _ = try await shop.buy(Self.plan)
    let receipt = try await shop.receipt()
    let foreign = try await ServerShop().receipt()
    var forged = receipt
    let place = try #require(receipt.range(of: Data(Self.plan.utf8)))
    forged[place.lowerBound] = UInt8(ascii: "S")

    let otherStore = try await shop.verify(foreign)
    let changed = try await shop.verify(forged)
    #expect(otherStore == VerifyReceiptResponse(.notAuthenticated))
    #expect(changed == VerifyReceiptResponse(.notAuthenticated))
    let damaged = [Data("receipt".utf8), Data(receipt.dropLast()), receipt + Data([0])]
    for bytes in damaged {
      let response = try await shop.verify(bytes)
      #expect(response == VerifyReceiptResponse(.malformed))
    }
  }

  /// `VERIFY_RECEIPT_INPUTS=10000000` reads more of them.
  @Test func `a receipt with random changes is refused, or answered as it was`() async throws {
    _ = try await shop.buy("nonconsumable.car", Self.plan)
    let receipt = try await shop.receipt()
    let secret = try await shop.sharedSecret()
    let count = ProcessInfo.processInfo.environment["VERIFY_RECEIPT_INPUTS"].flatMap { Int($0) }
    var generator = SeededGenerator(seed: 34)

    for _ in 0..<(count ?? 500) {
      var altered = receipt
      for _ in 0...generator.roll(3) {
        altered[generator.roll(altered.count)] ^= UInt8(1 << generator.roll(8))
      }
      guard altered != receipt else { continue }
      let response = await shop.store.verifyReceipt(
        VerifyReceiptRequest(receipt: altered, password: secret), in: .sandbox)
      // The signature does not cover the container, which may still be readable.
      if response.status == .valid {
        #expect(response.products == ["nonconsumable.car", Self.plan])
      } else {
        #expect(
          [.malformed, .notAuthenticated].contains(response.status),
          "\(altered.base64EncodedString())")
        #expect(response == VerifyReceiptResponse(response.status))
      }
    }
  }

  @Test func `after a reset the customer of an old receipt is not found`() async throws {
    _ = try await shop.buy("nonconsumable.car")
    let receipt = try await shop.receipt()
    _ = try await shop.store.reset()

    let response = try await shop.verify(receipt)

    #expect(response == VerifyReceiptResponse(.accountNotFound, environment: .sandbox))
  }

  @Test(arguments: [("nonconsumable.racecar", 0.0), ("nonconsumable.car", -1.0)])
  func `a number that means another purchase than the receipt's is no customer's`(
    product: String, seconds: TimeInterval
  ) async throws {
    _ = try await shop.buy("nonconsumable.car")
    let receipt = try await shop.receipt()
    var payload = try await SignedReceipt(receipt).verified(
      by: ReceiptVerifier(rootCertificates: [shop.store.rootCertificate]))
    payload.inAppPurchases[0].productID = product
    payload.inAppPurchases[0].purchaseDate += seconds
    let other = try shop.store.signer.sign(receipt: payload)

    let response = try await shop.verify(other)

    #expect(response == VerifyReceiptResponse(.accountNotFound, environment: .sandbox))
  }

  @Test func `while the store cannot be read, its data is unavailable`() async throws {
    _ = try await shop.buy("nonconsumable.car")
    let request = VerifyReceiptRequest(receipt: try await shop.receipt())
    let store = try await shop.fixture.another(over: UnreadableTransactions.init)

    let response = await store.verifyReceipt(request, in: .sandbox)

    #expect(response == VerifyReceiptResponse(.dataUnavailable, environment: .sandbox))
  }

  @Test func `an expired subscription is valid`() async throws {
    _ = try await shop.buy(Self.plan)
    _ = try await shop.store.perform(
      .disableAutoRenew(subscription: .product(Self.plan, account: nil)))
    try await shop.fixture.advance("P1Y")

    #expect(try await shop.verify().status == .valid)
  }
}

/// Storage whose transactions cannot be read.
private struct UnreadableTransactions: ForwardingLedgerStore {
  let ledgers: SQLiteLedgerStore

  func storedTransaction(
    _ id: TransactionID
  ) async throws(StoreError) -> StoredTransaction? {
    throw .unavailable(reason: "the disk is full")
  }
}
