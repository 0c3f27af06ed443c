import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI
import TestSupport
import Testing

@testable import OpenStoreKitTest

/// All sessions of a process share one environment: these tests run one after the other.
@Suite(.serialized, .hangLimit) struct SKTestSessionTests {
  @Test @MainActor func `an app is tested as it is written`() async throws {
    let session = try SKTestSession(contentsOf: .products)
    let car = try #require(try await Product.products(for: ["nonconsumable.car"]).first)
    #expect(car.displayPrice == "$1.99")

    let result = try await car.purchase()

    guard case .success(.verified(let transaction)) = result else {
      throw Unexpected(text: "\(result)")
    }
    #expect(await car.currentEntitlement?.unsafePayloadValue == transaction)
    #expect(session.allTransactions().map(\.productIdentifier) == ["nonconsumable.car"])
    await transaction.finish()
    #expect(await Transaction.unfinished.productIDs.isEmpty)
  }

  @Test func `a purchase outside the app comes through updates`() async throws {
    let session = try SKTestSession(contentsOf: .products)
    var updates = Transaction.updates.makeLimitedIterator()

    let bought = try await session.buyProduct(
      identifier: "consumable.fuel.octane87", options: [.quantity(3)])

    let update = try await updates.next()?.payloadValue
    #expect(update == bought)
    #expect(update?.purchasedQuantity == 3)
    await #expect(throws: Product.PurchaseError.invalidQuantity) {
      try await session.buyProduct(identifier: "nonconsumable.car", options: [.quantity(2)])
    }
    await #expect(throws: Product.PurchaseError.productUnavailable) {
      try await session.buyProduct(identifier: "nonconsumable.boat")
    }
  }

  @Test func `the list of all transactions has more than a page`() async throws {
    let session = try SKTestSession(contentsOf: .products)
    var bought: [UInt] = []
    for _ in 1...101 {
      bought.append(UInt(try await session.buyProduct(identifier: "consumable.fuel.octane87").id))
    }

    #expect(session.allTransactions().map(\.identifier) == bought.reversed())
  }

  @Test func `a month passes at once`() async throws {
    let session = try SKTestSession(contentsOf: .products)
    try await session.buyProduct(identifier: "subscription.standard")
    let start = try session.now

    try session.advance(by: DateComponents(month: 1, day: 1))

    #expect(try session.now.timeIntervalSince(start) >= 29 * 86_400)
    let transactions = session.allTransactions()
    #expect(transactions.map(\.autoRenewingEnabled) == [true, true])
    let latest = await Transaction.latest(for: "subscription.standard")
    #expect(latest?.unsafePayloadValue.reason == .renewal)
    #expect(throws: SKTestError(.invalidAction)) {
      try session.advance(by: DateComponents(day: -1))
    }
  }

  @Test func `a refund comes through updates and takes the car away`() async throws {
    let session = try SKTestSession(contentsOf: .products)
    var updates = Transaction.updates.makeLimitedIterator()
    let bought = try await session.buyProduct(identifier: "nonconsumable.car")
    #expect(await updates.next()?.unsafePayloadValue == bought)

    try session.refundTransaction(identifier: UInt(bought.id))

    let refunded = try #require(try await updates.next()?.payloadValue)
    #expect(refunded.id == bought.id)
    #expect(refunded.revocationDate != nil)
    #expect(session.allTransactions().map(\.cancelDate) == [refunded.revocationDate])
    #expect(await Transaction.currentEntitlements.productIDs.isEmpty)
    #expect(throws: SKTestError(.noTransactionFound)) {
      try session.refundTransaction(identifier: 7)
    }
    #expect(throws: SKTestError(.invalidAction)) {
      try session.refundTransaction(identifier: UInt(bought.id))
    }
  }

  @Test func `what a control did is known when it returns`() async throws {
    let session = try SKTestSession(contentsOf: .products)
    let updates = Transaction.updates.makeAsyncIterator()

    let car = try await session.buyProduct(identifier: "nonconsumable.car")
    #expect(await Transaction.currentEntitlements.productIDs == ["nonconsumable.car"])
    try session.refundTransaction(identifier: UInt(car.id))
    #expect(await Transaction.currentEntitlements.productIDs.isEmpty)
    let plan = try await session.buyProduct(identifier: "subscription.standard")
    try session.advance(by: DateComponents(month: 1, day: 1))
    let renewed = await Transaction.latest(for: "subscription.standard")
    #expect(renewed?.unsafePayloadValue.reason == .renewal)
    try session.expireSubscription(productIdentifier: "subscription.standard")

    let status = try #require(await plan.subscriptionStatus)
    #expect(status.state == .expired)
    #expect(try status.renewalInfo.payloadValue.expirationReason == .autoRenewDisabled)
    #expect(throws: SKTestError(.noSubscriptionFound)) {
      try session.expireSubscription(productIdentifier: "subscription.standard")
    }
    withExtendedLifetime(updates) {}
  }

  @Test func `a control whose result the app cannot see throws`() throws {
    let session = try SKTestSession(contentsOf: .products)

    #expect(throws: SKTestError(.serviceUnavailable)) {
      try session.perform(.removeDevice(device: "device-1", account: TestStore.account))
    }
  }

  @Test func `clearing forgets what was bought`() async throws {
    let session = try SKTestSession(contentsOf: .products)
    try await session.buyProduct(identifier: "nonconsumable.car")

    session.clearTransactions()

    #expect(session.allTransactions().isEmpty)
    #expect(await Transaction.currentEntitlements.productIDs.isEmpty)
    try await session.buyProduct(identifier: "nonconsumable.car")
    #expect(session.allTransactions().count == 1)
  }

  @Test func `a subscription whose renewal is turned off ends with its period`() async throws {
    let session = try SKTestSession(contentsOf: .products)
    let pro = try await session.buyProduct(identifier: "subscription.pro")
    #expect(session.allTransactions().map(\.autoRenewingEnabled) == [true])

    try session.disableAutoRenewForTransaction(identifier: UInt(pro.id))

    #expect(session.allTransactions().map(\.autoRenewingEnabled) == [false])
    try session.advance(by: DateComponents(year: 1))
    #expect(await Transaction.currentEntitlements.productIDs.isEmpty)
    #expect(session.allTransactions().count == 1)
    #expect(throws: SKTestError(.noSubscriptionFound)) {
      try session.disableAutoRenewForTransaction(identifier: UInt(pro.id))
    }
    #expect(throws: SKTestError(.noTransactionFound)) {
      try session.disableAutoRenewForTransaction(identifier: 5)
    }
  }

  @Test func `a subscription whose renewal is turned on again renews`() async throws {
    let session = try SKTestSession(contentsOf: .products)
    let pro = try await session.buyProduct(identifier: "subscription.pro")
    try session.disableAutoRenewForTransaction(identifier: UInt(pro.id))

    try session.enableAutoRenewForTransaction(identifier: UInt(pro.id))

    #expect(session.allTransactions().map(\.autoRenewingEnabled) == [true])
    try session.advance(by: DateComponents(month: 3))
    #expect(await Transaction.currentEntitlements.productIDs == ["subscription.pro"])
    #expect(session.allTransactions().count > 1)
  }

  @Test func `a new session takes the place of the one before`() async throws {
    let first = try SKTestSession(contentsOf: .products)
    var updates = Transaction.updates.makeLimitedIterator()
    try await first.buyProduct(identifier: "nonconsumable.car")
    #expect(await updates.next()?.unsafePayloadValue.productID == "nonconsumable.car")

    let second = try SKTestSession(contentsOf: .products)

    #expect(await Transaction.currentEntitlements.productIDs.isEmpty)
    #expect(first.allTransactions().isEmpty)
    try await second.buyProduct(identifier: "nonconsumable.racecar")
    #expect(
      await updates.next()?.unsafePayloadValue.productID == "nonconsumable.racecar",
      "the listener goes on listening")
  }

  @Test func `a session begins without what an earlier one has chosen`() async throws {
    let first = try SKTestSession(contentsOf: .products)
    first.refundRequestText = "REJECT"
    let car = try #require(try await Product.products(for: ["nonconsumable.car"]).first)
    try await Product.PromotionInfo.updateProductOrder(byID: [car.id])

    let second = try SKTestSession(contentsOf: .products)

    #expect(second.refundRequestText == nil)
    #expect(try await Product.PromotionInfo.currentOrder.isEmpty)
  }

  @Test func `the settings are the file's until they are changed`() async throws {
    let session = try SKTestSession(contentsOf: .products)
    #expect(session.storefront == "USA")
    #expect(session.locale == Locale(identifier: "en_US"))
    #expect(session.timeRate == .realTime)

    session.storefront = "DEU"
    session.timeRate = .monthlyRenewalEveryThirtySeconds
    let pro = try #require(try await Product.products(for: ["subscription.standard"]).first)
    #expect(pro.displayPrice == "2,99\u{A0}€")
    #expect(await Storefront.current?.countryCode == "DEU")
    let bought = try await session.buyProduct(identifier: "subscription.standard")
    #expect(bought.expirationDate == bought.purchaseDate.addingTimeInterval(30))

    #expect(bought.currency == "EUR")
    session.locale = Locale(identifier: "de_DE")
    #expect(!session.disableDialogs)
    session.disableDialogs = true
    #expect(session.disableDialogs)

    session.resetToDefaultState()
    #expect(session.storefront == "USA")
    #expect(session.locale == Locale(identifier: "en_US"))
    #expect(session.timeRate == .realTime)
    #expect(!session.disableDialogs)
    #expect(await Storefront.current?.countryCode == "USA")
    #expect(session.allTransactions().map(\.identifier) == [UInt(bought.id)], "purchases stay")
    session.clearTransactions()
    #expect(session.allTransactions().isEmpty)
  }

  @Test func `a storefront, a locale and a rate keep what was bought, and renew at the new price`()
    async throws
  {
    let session = try SKTestSession(contentsOf: .products)
    let bought = try await session.buyProduct(identifier: "subscription.standard")
    #expect(bought.currency == "USD")

    session.storefront = "JPN"
    session.locale = Locale(identifier: "fr_FR")
    session.timeRate = .oneRenewalEveryMinute

    #expect(session.locale == Locale(identifier: "fr_FR"))
    #expect(session.allTransactions().map(\.identifier) == [UInt(bought.id)])
    #expect(await Transaction.currentEntitlements.productIDs == ["subscription.standard"])
    try session.forceRenewalOfSubscription(productIdentifier: "subscription.standard")
    let renewed = try #require(
      await Transaction.latest(for: "subscription.standard")?.unsafePayloadValue)
    #expect(renewed.currency == "JPY")
    #expect(renewed.price == 3)
    #expect(renewed.storefront.countryCode == "JPN")
  }

  @Test func `a storefront that is set comes through Storefront's updates`() async throws {
    let session = try SKTestSession(contentsOf: .products)
    #expect(await Storefront.current?.countryCode == "USA")
    var storefronts = Storefront.updates.makeLimitedIterator()

    session.storefront = "FRA"

    #expect(await storefronts.next()?.countryCode == "FRA")
    session.storefront = "USA"
    #expect(await storefronts.next()?.countryCode == "USA")
  }

  @Test func `a time rate holds for periods that begin after it was set`() async throws {
    let session = try SKTestSession(contentsOf: .products)
    let before = try await session.buyProduct(identifier: "subscription.standard")

    session.timeRate = .monthlyRenewalEveryThirtySeconds

    #expect(session.timeRate == .monthlyRenewalEveryThirtySeconds)
    #expect(session.allTransactions().map(\.identifier) == [UInt(before.id)])
    try session.advance(by: DateComponents(month: 1))
    let renewed = try #require(
      await Transaction.latest(for: "subscription.standard")?.unsafePayloadValue)
    #expect(try renewed.purchaseDate >= #require(before.expirationDate))
    #expect(renewed.expirationDate == renewed.purchaseDate.addingTimeInterval(30))
  }

  @Test func `a renewal that fails enters the grace period if there is one`() async throws {
    let session = try SKTestSession(contentsOf: .products)
    #expect(!session.shouldEnterBillingRetryOnRenewal)
    #expect(!session.billingGracePeriodIsEnabled)
    let plan = try await session.buyProduct(identifier: "subscription.standard")

    session.billingGracePeriodIsEnabled = true
    session.shouldEnterBillingRetryOnRenewal = true

    #expect(session.billingGracePeriodIsEnabled && session.shouldEnterBillingRetryOnRenewal)
    try session.advance(by: DateComponents(month: 1, day: 1))
    #expect(await plan.subscriptionStatus?.state == .inGracePeriod)
    try session.advance(by: DateComponents(day: 16))
    #expect(await plan.subscriptionStatus?.state == .inBillingRetryPeriod)
    session.resetToDefaultState()
    #expect(!session.shouldEnterBillingRetryOnRenewal)
  }

  @Test func `a control that needs a product which is not sold says so`() throws {
    let session = try SKTestSession(contentsOf: .products)

    let error = #expect(throws: SKTestError.self) {
      try session.control { _ = try await session.buyProduct(identifier: "nonconsumable.boat") }
    }

    #expect(error?.code == .invalidProductIdentifier)
  }

  @Test func `a country without a storefront is not taken`() throws {
    let session = try SKTestSession(contentsOf: .products)
    session.storefront = "ATL"
    #expect(session.storefront == "USA")
  }

  @Test func `a process that is connected already asks no other store for a device`() async throws {
    _ = try SKTestSession(contentsOf: .products)
    let nobodys = try #require(URL(string: "http://127.0.0.1:1"))
    let error = await #expect(throws: SKTestError(.invalidAction)) {
      try await AppStore.connect(to: nobodys, account: "ann", password: "open sesame")
    }
    #expect(error?.localizedDescription == "this process is already connected to a store")
  }

  @Test func `a file that is missing or not a configuration is refused`() throws {
    #expect(throws: SKTestError(.fileNotFound)) {
      try SKTestSession(configurationFileNamed: "NoSuchFile")
    }
    #expect(throws: SKTestError(.invalidURL)) {
      try SKTestSession(contentsOf: URL(filePath: #filePath))
    }
  }
}

extension SKTestSessionTests {
  @Test(arguments: [
    (1, "PT1H"), (2, "PT1H"), (3, "PT1H"), (4, "PT30M"), (5, "PT15M"), (6, "PT30S"),
  ])
  func `a deprecated time rate has its number and the nearest rate of today`(
    number: Int, month: String
  ) async throws {
    let session = try SKTestSession(contentsOf: .products)
    let rate = try #require(SKTestSession.TimeRate(rawValue: number))

    session.timeRate = rate

    #expect(session.timeRate == rate)
    let bought = try await session.buyProduct(identifier: "subscription.standard")
    let seconds = ["PT1H": 3600.0, "PT30M": 1800, "PT15M": 900, "PT30S": 30][month]
    #expect(bought.expirationDate?.timeIntervalSince(bought.purchaseDate) == seconds)
  }

  @Test func `a number that is not a time rate gives nil`() {
    #expect(SKTestSession.TimeRate(rawValue: 7) == nil)
    #expect(SKTestSession.TimeRate(rawValue: 14) == nil)
  }

  @Test func `a transaction of the list is an object with a state`() async throws {
    let session = try SKTestSession(contentsOf: .products)
    try await session.buyProduct(identifier: "nonconsumable.car")
    let transaction: NSObject = try #require(session.allTransactions().first)

    #expect((transaction as? SKTestTransaction)?.state == .purchased)
    #expect(SKPaymentTransactionState.deferred.rawValue == 4)
    #expect(session.allTransactions() == session.allTransactions(), "they are equal by value")
    #expect(Set(session.allTransactions() + session.allTransactions()).count == 1)
  }

  @Test func `sessions can be put into a set`() throws {
    let first = try SKTestSession(contentsOf: .products)
    let second = try SKTestSession(contentsOf: .products)
    #expect(Set([first, second, first]).count == 2)
  }

  @Test func `a test session's signed data is Xcode's and its app the running one`() async throws {
    let session = try SKTestSession(contentsOf: .products)
    let plan = try await session.buyProduct(identifier: "subscription.standard")

    #expect(plan.environment == .xcode)
    #expect(plan.appBundleID == Bundle.main.bundleIdentifier ?? "com.example.skdemo")
    let status = try #require(await plan.subscriptionStatus)
    #expect(try status.renewalInfo.payloadValue.environment == .xcode)
    let app = try await AppTransaction.shared.payloadValue
    #expect(app.environment == .xcode)
    #expect(app.bundleID == plan.appBundleID)
    #expect(TestStore.bundleID(running: "com.example.mine") == "com.example.mine")
    #expect(TestStore.bundleID(running: nil) == "com.example.skdemo")
  }

  @Test func `an error has Apple's code and number, and a sentence`() throws {
    let session = try SKTestSession(contentsOf: .products)
    do {
      try session.refundTransaction(identifier: 7)
      Issue.record("there is no transaction 7")
    } catch SKTestError.noTransactionFound {
      // As Apple's clients catch it.
    }
    let error = #expect(throws: SKTestError.self) { try session.refundTransaction(identifier: 7) }
    #expect(error?.code == .noTransactionFound)
    #expect(error?.errorCode == 6)
    #expect(SKTestError.errorDomain == SKTestErrorDomain)
    #expect(error?.localizedDescription.hasPrefix("there is no transaction 7: ") == true)
    let info = error?.errorUserInfo[NSLocalizedDescriptionKey] as? String
    #expect(info == error?.localizedDescription)
    #expect(SKTestError(.invalidURL).localizedDescription.hasPrefix("This is not the URL"))
    let caused = SKTestError(
      .invalidURL, userInfo: [NSUnderlyingErrorKey: SKTestError(.fileNotFound), "other": 1])
    #expect(caused.userInfo[NSUnderlyingErrorKey] as? SKTestError == SKTestError(.fileNotFound))
    #expect(caused.userInfo.count == 2)
    let numbers = [
      SKTestError.serviceUnavailable, SKTestError.invalidProductIdentifier,
      SKTestError.invalidProductType, SKTestError.invalidURL, SKTestError.fileNotFound,
      SKTestError.noSubscriptionFound, SKTestError.noTransactionFound, SKTestError.invalidAction,
    ].map(\.rawValue)
    #expect(numbers == Array(0...7))
  }
}

struct Unexpected: Error {
  let text: String
}

extension Transaction.Transactions {
  /// The products of a finite sequence.
  var productIDs: [String] {
    get async { await reduce(into: []) { $0.append($1.unsafePayloadValue.productID) } }
  }
}

extension URL {
  /// SK Demo's catalogue.
  static let products = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Products.json")
}
