import AppStorePayloads
import Crypto
import Foundation
import StoreAPI
import StoreOperatorAPI
import TestSupport
import Testing

@testable import StoreEngine

@Suite(.hangLimit) struct CatalogueReadTests {
  @Test func `the key pair of a file is one of the store's offer keys`() async throws {
    let key = P256.Signing.PrivateKey()
    let text = """
      {"subscriptionOffersKeyPair": {"id": "8B5A2A0B",
        "privateKey": "\(key.derRepresentation.base64EncodedString())"}}
      """
    let catalogue = try Catalogue.read(Data(text.utf8), file: "file")

    let fixture = try await StoreFixture.make(catalogue: catalogue)

    let kept = try await fixture.engine.ledgers.offerKey("8B5A2A0B")
    #expect(kept == OfferKey(id: "8B5A2A0B", key.publicKey))
    #expect(catalogue.digest == Catalogue(products: [], groups: []).digest)
    let error = #expect(throws: CatalogueError.self) {
      try Catalogue.read(
        Data(#"{"subscriptionOffersKeyPair": {"id": "K", "privateKey": "x"}}"#.utf8), file: "file")
    }
    #expect(error?.place == "subscriptionOffersKeyPair.privateKey")
  }

  @Test func `a file's switches are obeyed when a store is made from it`() async throws {
    let file = Data(
      #"""
      {"settings": {"_billingGracePeriodEnabled": true, "_renewalBillingIssuesEnabled": true,
        "_askToBuyEnabled": true, "_billingIssuesEnabled": true}}
      """#.utf8)
    let catalogue = try Catalogue.read(file, file: "file")
    #expect(catalogue.settings.rules.gracePeriod == .days16)
    #expect(catalogue.settings.rules.renewalsFail)

    let fixture = try await StoreFixture.make(catalogue: catalogue)

    let settings = try await fixture.engine.perform(.setTimeRate(timeRate: .realTime)).value
    guard case .settings(let values) = settings else { throw FixtureError(text: "\(settings)") }
    #expect(values.rules.gracePeriod == .days16)
    #expect(values.rules.renewalsFail)
    #expect(values.rules.askToBuy)
    #expect(values.rules.interruptedPurchases)
  }

  @Test func `an empty object is a catalogue without products`() throws {
    let catalogue = try read("{}")

    #expect(catalogue == Catalogue(products: [], groups: []))
  }

  @Test func `unknown keys are ignored`() throws {
    let catalogue = try read(
      #"{ "future" : [ { "productID" : 5 } ], "settings" : { "_new" : { } }, "products" : null }"#)

    #expect(catalogue == Catalogue(products: [], groups: []))
  }

  @Test(arguments: [
    (#"{ "paymentMode" : "free", "subscriptionPeriod" : "P3D" }"#, Period(3, .day)),
    ("", Period(1, .month)),
  ])
  func `the list of introductory offers takes precedence over the single one, unless it is empty`(
    list: String, period: Period?
  ) throws {
    let catalogue = try read(
      plan(
        """
        "introductoryOffer" : { "paymentMode" : "free", "subscriptionPeriod" : "P1M" },
        "introductoryOffers" : [ \(list) ]
        """))

    let offer = catalogue.product("plan")?.subscription?.introductoryOffer
    #expect(offer?.period == period)
  }

  @Test(arguments: [
    ("free", Period(6, .month), 1), ("payUpFront", Period(6, .month), 1),
    ("payAsYouGo", Period(2, .month), 3),
  ])
  func `only a pay-as-you-go offer has several periods`(
    mode: String, period: Period?, count: Int
  ) throws {
    let catalogue = try read(
      plan(
        """
        "introductoryOffer" : { "paymentMode" : "\(mode)", "displayPrice" : "1",
          "subscriptionPeriod" : "P2M", "numberOfPeriods" : 3 }
        """))

    let offer = try #require(catalogue.product("plan")?.subscription?.introductoryOffer)
    #expect(offer.period == period)
    #expect(offer.periodCount == count)
  }

  @Test(arguments: [
    (0, TimeRate.realTime), (1, .monthlyRenewalEveryHour), (2, .monthlyRenewalEveryHour),
    (3, .monthlyRenewalEveryHour), (4, .monthlyRenewalEveryThirtyMinutes),
    (5, .monthlyRenewalEveryFifteenMinutes), (6, .monthlyRenewalEveryThirtySeconds),
    (15, .monthlyRenewalEveryThirtySeconds), (1005, .oneRenewalEveryTwoSeconds),
  ])
  func `a deprecated time rate becomes a current one`(rate: Int, timeRate: TimeRate) throws {
    let catalogue = try read(#"{ "settings" : { "_timeRate" : \#(rate) } }"#)

    #expect(catalogue.settings.rules.timeRate == timeRate)
  }

  @Test(arguments: [(#""0.99""#, "0.99"), ("0.99", "0.99"), (#""29""#, "29"), (#""0.00""#, "0")])
  func `a price is read exactly from a string or a number`(written: String, price: String) throws {
    let catalogue = try read(
      #"""
      { "products" : [
        { "productID" : "car", "type" : "NonConsumable", "displayPrice" : \#(written) } ] }
      """#)

    #expect(catalogue.product("car")?.price == Decimal(string: price))
  }

  @Test func `control characters in a text become spaces`() throws {
    let catalogue = try read(
      #"""
      { "products" : [ { "productID" : "car", "type" : "NonConsumable", "displayPrice" : "1",
        "referenceName" : "A\u001b[2Jcar\nof ours" } ] }
      """#)

    #expect(catalogue.product("car")?.referenceName == "A [2Jcar of ours")
  }

  @Test(arguments: Configurations.names)
  func `what is sold is the same after encoding and decoding`(name: String) throws {
    var catalogue = try Configurations.catalogue(name)
    // A store keeps these elsewhere.
    catalogue.settings.rules.gracePeriod = .off
    catalogue.settings.rules.renewalsFail = false
    catalogue.settings.simulatedErrors = [:]
    catalogue.offerKey = nil
    // And these not at all.
    catalogue.settings.unsupportedSettings = []

    let stored = try JSONEncoder().encode(catalogue)

    #expect(try JSONDecoder().decode(Catalogue.self, from: stored) == catalogue)
  }

  private func plan(_ offers: String) -> String {
    """
    { "subscriptionGroups" : [ { "id" : "G1", "subscriptions" : [
      { "productID" : "plan", "type" : "RecurringSubscription", "displayPrice" : "4.99",
        "recurringSubscriptionPeriod" : "P1M", \(offers) } ] } ] }
    """
  }

  private func read(_ text: String) throws -> Catalogue {
    try Catalogue.read(Data(text.utf8), file: "shop.storekit")
  }
}
