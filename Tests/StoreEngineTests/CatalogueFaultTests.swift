import Foundation
import StoreEngine
import Testing

/// A broken file is refused with the file, the place in it, the reason, and what to do.
@Suite struct CatalogueFaultTests {
  @Test func `what is not JSON is refused with line and column`() {
    #expect(
      refusal(of: "{ \"products\" : [\n  ?\n] }") == """
        shop.storekit: is not JSON (invalid value on line 2, column 3): \
        choose a StoreKit configuration file
        """)
  }

  @Test(arguments: ["", "\u{FEFF}", "{", "nonsense"])
  func `what is not JSON at all is refused`(text: String) {
    #expect(refusal(of: text)?.hasPrefix("shop.storekit: is not JSON (") == true)
  }

  @Test func `a list is no catalogue`() {
    #expect(
      refusal(of: "[]")
        == "shop.storekit: has the wrong kind of value: it must be an object")
  }

  @Test func `50 MB are refused before they are read`() {
    let file = Data(repeating: UInt8(ascii: " "), count: 50_000_000)

    let fault = #expect(throws: CatalogueFault.self) {
      try Catalogue.read(file, file: "shop.storekit")
    }

    #expect(
      fault?.description == """
        shop.storekit: is 50000000 bytes long: a catalogue may have 4194304 bytes at most
        """)
  }

  @Test(arguments: [
    (
      #""productID" : "car", "#, "",
      "products[0].productID is missing: add it"
    ),
    (
      #""productID" : "car""#, #""productID" : """#,
      "products[0].productID is empty: fill it in"
    ),
    (
      #""productID" : "car""#, #""productID" : "c\u0007r""#,
      "products[0].productID has a control character in it: take it out"
    ),
    (
      #""offerID" : "o2""#, #""offerID" : "o1""#,
      #"subscriptionGroups[0].subscriptions[1].adHocOffers[1] is "o1", "#
        + "as subscriptionGroups[0].subscriptions[1].adHocOffers[0] is already: give each its own"
    ),
    (
      #""offerID" : "o1", "#, "",
      "subscriptionGroups[0].subscriptions[1].adHocOffers[0].offerID is missing: add it"
    ),
    (
      #""productID" : "car""#, #""productID" : null"#,
      "products[0].productID is missing: add it"
    ),
    (
      #""productID" : "car""#, #""productID" : 5"#,
      "products[0].productID has the wrong kind of value: it must be a text"
    ),
    (
      #""productID" : "pro""#, #""productID" : "car""#,
      #"subscriptionGroups[0].subscriptions[1].productID is "car", "#
        + "as products[0].productID is already: give each its own"
    ),
    (
      #""id" : "G2""#, #""id" : "G1""#,
      #"subscriptionGroups[1].id is "G1", as subscriptionGroups[0].id is already: "#
        + "give each its own"
    ),
    (
      #""displayPrice" : "1.99""#, #""displayPrice" : "cheap""#,
      #"products[0].displayPrice is "cheap", which is no price: "#
        + #"write digits and a point, such as "0.99""#
    ),
    (
      #""displayPrice" : "1.99""#, #""displayPrice" : "1,99""#,
      #"products[0].displayPrice is "1,99", which is no price: "#
        + #"write digits and a point, such as "0.99""#
    ),
    (
      #""displayPrice" : "1.99""#, #""displayPrice" : "-1.99""#,
      #"products[0].displayPrice is "-1.99", which is less than nothing: a price is "0" or more"#
    ),
    (
      #""displayPrice" : "1.99", "#, "",
      "products[0].displayPrice is missing: add it"
    ),
    (
      #""type" : "NonConsumable""#, #""type" : "Gift""#,
      #"products[0].type is "Gift", which is no type of product: "#
        + "use Consumable, NonConsumable, NonRenewingSubscription or RecurringSubscription"
    ),
    (
      #""recurringSubscriptionPeriod" : "P1M""#, #""recurringSubscriptionPeriod" : "monthly""#,
      #"subscriptionGroups[0].subscriptions[0].recurringSubscriptionPeriod is "monthly", "#
        + #"which is no period: write one such as "P1W", "P1M" or "P1Y""#
    ),
    (
      #""paymentMode" : "free", "numberOfPeriods""#,
      #""paymentMode" : "barter", "numberOfPeriods""#,
      "subscriptionGroups[0].subscriptions[1].introductoryOffer.paymentMode is \"barter\", "
        + "which is no payment mode: use free, payAsYouGo or payUpFront"
    ),
    (
      #""numberOfPeriods" : 1"#, #""numberOfPeriods" : 0"#,
      "subscriptionGroups[0].subscriptions[1].introductoryOffer.numberOfPeriods is 0: "
        + "it must be 1 to 10000"
    ),
    (
      #""subscriptionGroupID" : "G1""#, #""subscriptionGroupID" : "G9""#,
      #"subscriptionGroups[0].subscriptions[0].subscriptionGroupID is "G9", "#
        + #"but the subscription stands in group "G1": make them the same"#
    ),
    (
      #""type" : "NonConsumable""#,
      #""type" : "RecurringSubscription", "recurringSubscriptionPeriod" : "P1M""#,
      #"products[0].type makes "car" an auto-renewable subscription in no group: "#
        + "move it to the subscriptions of one of subscriptionGroups"
    ),
    (
      #""type" : "RecurringSubscription""#, #""type" : "Consumable""#,
      #"subscriptionGroups[0].subscriptions[0].type makes "standard" no auto-renewable "#
        + "subscription: a group has such only, so move it to products or "
        + "nonRenewingSubscriptions"
    ),
    (
      #""_storefront" : "USA""#, #""_storefront" : "XXX""#,
      #"settings._storefront is "XXX", which is no storefront of this store: use AUS, BRA, CAN, "#
        + "CHE, CHN, DEU, ESP, FIN, FRA, GBR, HKG, IND, ITA, JPN, KOR, MEX, NLD, POL, RUS, SWE, "
        + "SGP, TUR, TWN or USA"
    ),
    (
      #""_timeRate" : 0"#, #""_timeRate" : 7"#,
      "settings._timeRate is 7, which is no time rate: use 0 for real time, or one of "
        + "10, 11, 12, 13, 15, 1000, 1001, 1002, 1003, 1004 or 1005"
    ),
    (
      #""products" : ["#, #""products" : 5, "older" : ["#,
      "products has the wrong kind of value: it must be a list"
    ),
    (
      #""familyShareable" : false"#, #""familyShareable" : "no""#,
      "products[0].familyShareable has the wrong kind of value: it must be true or false"
    ),
  ])
  func `a value that cannot be sold is refused where it stands`(
    good: String, bad: String, message: String
  ) throws {
    let place = try #require(shop.firstRange(of: good))

    #expect(
      refusal(of: shop.replacingCharacters(in: place, with: bad)) == "shop.storekit: \(message)")
  }

  @Test func `a message never carries a terminal's commands`() throws {
    let broken = shop.replacing(#""1.99""#, with: #""\u001b[2J""#)

    #expect(refusal(of: broken)?.contains(#"is "\u{1B}[2J""#) == true)
  }

  @Test func `the shop that is broken here is whole otherwise`() throws {
    #expect(refusal(of: shop) == nil)
  }
}

private func refusal(of text: String) -> String? {
  do {
    _ = try Catalogue.read(Data(text.utf8), file: "shop.storekit")
    return nil
  } catch {
    return error.description
  }
}

private let shop = """
  {
    "products" : [
      { "productID" : "car", "displayPrice" : "1.99", "familyShareable" : false,
        "type" : "NonConsumable" }
    ],
    "settings" : { "_storefront" : "USA", "_timeRate" : 0 },
    "subscriptionGroups" : [
      { "id" : "G1", "subscriptions" : [
        { "productID" : "standard", "displayPrice" : "2.99", "type" : "RecurringSubscription",
          "subscriptionGroupID" : "G1", "recurringSubscriptionPeriod" : "P1M" },
        { "productID" : "pro", "displayPrice" : "4.99", "type" : "RecurringSubscription",
          "subscriptionGroupID" : "G1", "recurringSubscriptionPeriod" : "P1M",
          "adHocOffers" : [
            { "offerID" : "o1", "paymentMode" : "free", "subscriptionPeriod" : "P1W" },
            { "offerID" : "o2", "paymentMode" : "free", "subscriptionPeriod" : "P1M" }
          ],
          "introductoryOffer" : { "paymentMode" : "free", "numberOfPeriods" : 1,
            "subscriptionPeriod" : "P1W" } }
      ] },
      { "id" : "G2", "subscriptions" : [ ] }
    ]
  }
  """
