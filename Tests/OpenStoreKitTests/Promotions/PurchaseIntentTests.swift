import StoreAPI
import StoreOperatorAPI
import TestSupport
import Testing

@testable import OpenStoreKit

@Suite(.hangLimit) struct PurchaseIntentTests {
  private func url(_ productID: String, app: String = "com.example.skdemo") throws
    -> PurchaseIntentURL
  {
    try PurchaseIntentURL(
      "itms-services://?action=purchaseIntent&bundleId=\(app)&productIdentifier=\(productID)")
  }

  @Test func `an app that listens is notified of a purchase that begins in the App Store`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    var intents = alice.session.purchaseIntents().makeLimitedIterator()

    // The App Store is another process of the same device.
    try await alice.again().session.open(url("nonconsumable.car"))

    let intent = try #require(await intents.next())
    #expect(intent.id == "nonconsumable.car")
    #expect(intent.product.displayName == "Car")
    #expect(intent.offer == nil)
    #expect(alice.sheets.shown.isEmpty, "the app must buy it itself")
    #expect(await alice.owned().isEmpty)
  }

  @Test func `an app that was not open takes up what waits, oldest first and once`() async throws {
    let alice = try await Customer.onNewDevice()
    try await alice.session.open(url("nonconsumable.car"))
    try await alice.session.open(url("subscription.pro"))

    let next = try await alice.again()
    var intents = next.session.purchaseIntents().makeLimitedIterator()

    #expect(await intents.next()?.id == "nonconsumable.car")
    #expect(await intents.next()?.id == "subscription.pro")
    #expect(await alice.session.takeIntent() == nil)
  }

  @Test func `while the store cannot be reached an intent waits`() async throws {
    let alice = try await Customer.onNewDevice()
    try await alice.session.open(url("nonconsumable.car"))
    alice.line.condition = .cut
    #expect(await alice.session.takeIntent() == nil)

    alice.line.condition = .good

    #expect(await alice.session.takeIntent()?.id == "nonconsumable.car")
  }

  @Test func `a product that is withdrawn meanwhile is dropped, and the next one comes`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    try await alice.session.open(url("nonconsumable.car"))
    try await alice.session.open(url("subscription.pro"))
    _ = try await alice.store.engine.perform(.withdraw(productID: "nonconsumable.car"))

    #expect(await alice.session.takeIntent()?.id == "subscription.pro")
    #expect(await alice.session.takeIntent() == nil)
  }

  @Test func `another app's address and a product that is not sold open nothing`() async throws {
    let alice = try await Customer.onNewDevice()
    let bundleID = try alice.record().bundleID

    await #expect(throws: PurchaseIntentURLError.otherApp("com.other", expected: bundleID)) {
      try await alice.session.open(url("nonconsumable.car", app: "com.other"))
    }
    await #expect(throws: Product.PurchaseError.productUnavailable) {
      try await alice.session.open(url("nonconsumable.boat"))
    }
    #expect(await alice.session.takeIntent() == nil)
  }

  @Test func `what a customer chooses on the App Store's page comes to the app`() async throws {
    let sheets = ScriptedSheets(choosingProduct: "nonconsumable.racecar")
    let alice = try await Customer.onNewDevice(sheets: sheets)
    _ = try await alice.session.products(["nonconsumable.car", "nonconsumable.racecar"])

    await alice.session.showAppStorePage()

    #expect(sheets.pages == [["nonconsumable.car", "nonconsumable.racecar"]])
    #expect(await alice.session.takeIntent()?.id == "nonconsumable.racecar")
  }

  @Test func `a lapsed subscriber comes from the App Store with a win-back offer`() async throws {
    let store = try await StoreFixture.make(catalogue: .winningBack("subscription.standard"))
    let sheets = ScriptedSheets(choosingProduct: "subscription.standard")
    let alice = try await Customer.onNewDevice(of: store, sheets: sheets)
    try await alice.buy("subscription.standard").transaction().finish()
    _ = try await alice.session.setAutoRenew(false, in: "3F19ED53")
    try await store.advance("P2M")
    await alice.session.reconnect()

    await alice.session.showAppStorePage()

    #expect(await alice.session.takeIntent()?.offer?.id == "comeback")
  }

  @Test func `while the store cannot be reached the page says so and offers nothing`() async throws
  {
    let sheets = ScriptedSheets(choosingProduct: "nonconsumable.car")
    let alice = try await Customer.onNewDevice(sheets: sheets)
    _ = try await alice.session.products(["nonconsumable.car"])
    alice.line.condition = .cut

    await alice.session.showAppStorePage()

    #expect(sheets.pages == [[]])
    #expect(sheets.pageFailures.first??.isEmpty == false)
  }
}
