import AppStorePayloads
import Foundation
import PrivateFiles
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import StoreSQLite
import Synchronization
import TestSupport
import Testing

@testable import OpenStoreKit

@Suite(.hangLimit) struct PurchaseTests {
  @Test func `a car is bought once the customer has seen what it costs`() async throws {
    let alice = try await Customer.onNewDevice()
    let car = try await alice.buy("nonconsumable.car").transaction()

    let sheet = try #require(alice.sheets.shown.first)
    let price = try #require(Decimal(string: "1.99"))
    #expect(sheet.terms == PurchaseSheet.Terms(charge: price, displayCharge: "$1.99"))
    #expect(sheet.account == "alice")
    #expect(sheet.device == "alpha")
    #expect(sheet.countryCode == "USA")
    #expect(sheet.now == .fixture)
    #expect(alice.sheets.endings == [.purchased(transactionID: car.id)])
    #expect(car.productID == "nonconsumable.car")
    #expect(car.price == price)
    #expect(await alice.owned() == ["nonconsumable.car"])
    #expect(try alice.openOrders().isEmpty)
  }

  @Test func `a customer who declines pays nothing`() async throws {
    let alice = try await Customer.onNewDevice(sheets: ScriptedSheets(confirms: false))
    guard case .userCancelled = try await alice.buy("nonconsumable.car").result else {
      throw FixtureError(text: "it was not cancelled")
    }
    #expect(alice.line.orders.isEmpty)
    #expect(alice.sheets.endings.isEmpty)
    #expect(await alice.owned().isEmpty)
  }

  @Test func `three cans of fuel are one order, with the app's account, at three times the price`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    let token = UUID()
    let fuel = try await alice.buy(
      "consumable.fuel.octane87", options: [.quantity(3), .appAccountToken(token)])
    #expect(alice.sheets.shown.first?.terms.displayCharge == "$2.97")
    #expect(try fuel.transaction().purchasedQuantity == 3)
    #expect(try fuel.transaction().appAccountToken == token)
    #expect(await alice.owned().isEmpty)
  }

  @Test func `Pro's sheet says what its first two months cost, and what follows`() async throws {
    let alice = try await Customer.onNewDevice()
    let pro = try await alice.buy("subscription.pro").transaction()

    let terms = try #require(alice.sheets.shown.first?.terms)
    #expect(terms.displayCharge == "$1.99")
    #expect(terms.offer?.paymentMode == .payUpFront)
    #expect(terms.offer?.period == .everyTwoMonths)
    #expect(terms.displayRenewalPrice == "$4.99")
    #expect(terms.renewalPeriod == .monthly)
    #expect(terms.firstRenewalDate == pro.expirationDate)
    #expect(pro.offer?.type == .introductory)
    #expect(await !alice.session.snapshot().isEligibleForIntroOffer(in: "3F19ED53"))
  }

  @Test(arguments: [false, true])
  func `a plan that is ordered again before it would end replaces none`(
    isCancelled: Bool
  ) async throws {
    let alice = try await Customer.onNewDevice()
    let pro = try await alice.buy("subscription.pro").transaction()
    let reference = SubscriptionReference.product("subscription.pro", account: nil)
    if isCancelled {
      _ = try await alice.store.engine.perform(.disableAutoRenew(subscription: reference))
    } else {
      try await alice.buy("subscription.standard")
    }

    try await alice.buy("subscription.pro")

    let terms = try #require(alice.sheets.shown.last?.terms)
    #expect(terms.effectiveDate == pro.expirationDate)
    #expect(terms.replacedProductID == nil)
  }

  @Test func `a higher plan begins now and gives back the rest of the old one`() async throws {
    let alice = try await Customer.onNewDevice()
    try await alice.buy("subscription.standard")
    try await alice.buy("subscription.premium")
    let terms = try #require(alice.sheets.shown.last?.terms)
    #expect(terms.replacedProductID == "subscription.standard")
    #expect(terms.displayUpgradeRefund == "$2.99")
    #expect(await alice.owned() == ["subscription.premium"])
  }

  @Test func `a signed transaction can be sent to a server unchanged`() async throws {
    let alice = try await Customer.onNewDevice()
    guard case .success(let result) = try await alice.buy("nonconsumable.car").result else {
      throw FixtureError(text: "it was not sold")
    }
    let parts = result.jwsRepresentation.split(separator: ".")
    #expect(parts.count == 3)
    #expect(result.signedData == Data(parts.prefix(2).joined(separator: ".").utf8))
    #expect(result.signatureData.count == 64)
    let header = try #require(
      try JSONSerialization.jsonObject(with: result.headerData) as? [String: Any])
    #expect(header["alg"] as? String == "ES256")
    let payload = try #require(
      try JSONSerialization.jsonObject(with: result.payloadData) as? [String: Any])
    #expect(payload["productId"] as? String == "nonconsumable.car")
    #expect(!result.deviceVerification.isEmpty)
  }

  @Test func `an app may decline a purchase in another storefront`() async throws {
    let alice = try await Customer.onNewDevice()
    var record = try await alice.product("nonconsumable.car").record
    record.currency = "JPY"
    let stale = Product(record: record, session: alice.session)
    await #expect {
      try await alice.session.purchase(stale, options: [.onStorefrontChange { _ in false }])
    } throws: { $0.isStoreKitError("notAvailableInStorefront") }
    #expect(alice.sheets.shown.isEmpty)
    let bought = try await alice.session.purchase(stale).transaction()
    #expect(alice.sheets.endings == [.purchased(transactionID: bought.id)])
  }

  @Test func `if an order's answer lacks the purchases, the session asks for them`() async throws {
    let alice = try await Customer.onNewDevice()
    let ledgers = UnreadablePurchases(
      try SQLiteLedgerStore(file: alice.store.folder.appending(path: "store.sqlite")))
    let engine = try await alice.store.another(over: { _ in ledgers })
    let line = Line(
      to: try await engine.backend(for: alice.registration.token, instance: InstanceID(UUID())))
    let session = try await StoreSession(
      line, sheets: alice.sheets, device: try DeviceStore.open(alice.folder.url),
      environment: alice.recorder.environment)
    let product = try #require(try await session.products(["nonconsumable.car"]).first)

    ledgers.failOnce()
    let bought = try await session.purchase(product).transaction()

    #expect(line.questions.suffix(2) == ["purchase", "purchases"])
    #expect(try alice.record().purchases?.latest.count == 1)
    #expect(try alice.openOrders().isEmpty)
    #expect(alice.sheets.endings == [.purchased(transactionID: bought.id)])
  }
}

/// A double that once fails to read what a customer has bought.
private final class UnreadablePurchases: ForwardingLedgerStore {
  let ledgers: SQLiteLedgerStore
  private let failsOnce = Atomic(false)

  init(_ ledgers: SQLiteLedgerStore) { self.ledgers = ledgers }

  func failOnce() { failsOnce.store(true, ordering: .sequentiallyConsistent) }

  func purchases(of customer: CustomerNumber) async throws(StoreError) -> StoredPurchases {
    guard !failsOnce.exchange(false, ordering: .sequentiallyConsistent) else {
      throw .unavailable(reason: "the disk failed")
    }
    return try await ledgers.purchases(of: customer)
  }
}
