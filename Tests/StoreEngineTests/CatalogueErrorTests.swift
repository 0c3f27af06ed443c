import Foundation
import StoreAPI
import StoreEngine
import Testing

/// The error for a wrong file says the file, the place in it, the reason, and what to do.
@Suite struct CatalogueErrorTests {
  @Test func `the error for a file that is not JSON has line and column`() {
    #expect(
      refusal(of: "{ \"products\" : [\n  ?\n] }") == """
        shop.storekit: is not JSON (invalid value on line 2, column 3): \
        choose a StoreKit configuration file
        """)
  }

  @Test(arguments: ["", "\u{FEFF}", "{", "nonsense"])
  func `a file that is not JSON is refused`(text: String) {
    #expect(refusal(of: text)?.hasPrefix("shop.storekit: is not JSON (") == true)
  }

  @Test(arguments: [
    (Data(#"{ "products" : [], "products" : [] }"#.utf8), "a field is repeated"),
    (Data([0xEF, 0xBB, 0xBF] + shop.utf8), "it begins with a byte order mark"),
    (Data(shop.utf16.flatMap { [UInt8($0), 0] }), "it is not UTF-8"),
    (Data([0xFF, 0xFE] + shop.utf16.flatMap { [UInt8($0), 0] }), "it is not UTF-8"),
    (Data(#"{ "products" : [], "name" : ""#.utf8) + [0xFF] + Data(#"" }"#.utf8), "it is not UTF-8"),
  ])
  func `JSON that two readers could understand differently is refused`(file: Data, reason: String) {
    #expect(
      refusal(of: file) == """
        shop.storekit: is not JSON (\(reason)): choose a StoreKit configuration file
        """)
  }

  @Test(arguments: ["[]", "null", "5", "true", #""a catalogue""#])
  func `JSON that is not an object is not a catalogue`(text: String) {
    #expect(
      refusal(of: text)
        == "shop.storekit: has the wrong kind of value: it must be an object")
  }

  @Test func `null is not a product`() {
    #expect(
      refusal(of: #"{ "products" : [ null ] }"#)
        == "shop.storekit: products[0] has the wrong kind of value: it must be an object")
  }

  @Test func `a file of 50 MB is refused`() {
    let file = Data(repeating: UInt8(ascii: " "), count: 50_000_000)

    let error = #expect(throws: CatalogueError.self) {
      try Catalogue.read(file, file: "shop.storekit")
    }

    #expect(
      error?.description == """
        shop.storekit: is 50000000 bytes long: the limit for a catalogue is 4194304 bytes
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
      "products[0].productID has a control character: remove it"
    ),
    (
      #""offerID" : "o2""#, #""offerID" : "o1""#,
      #"subscriptionGroups[0].subscriptions[1].adHocOffers[1] is "o1", "#
        + "but subscriptionGroups[0].subscriptions[1].adHocOffers[0] already has this ID: "
        + "give each its own ID"
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
      "products[0].productID has the wrong kind of value: it must be text"
    ),
    (
      #""productID" : "pro""#, #""productID" : "car""#,
      #"subscriptionGroups[0].subscriptions[1].productID is "car", "#
        + "but products[0].productID already has this ID: give each its own ID"
    ),
    (
      #""id" : "G2""#, #""id" : "G1""#,
      #"subscriptionGroups[1].id is "G1", but subscriptionGroups[0].id already has this ID: "#
        + "give each its own ID"
    ),
    (
      #""displayPrice" : "1.99""#, #""displayPrice" : "cheap""#,
      #"products[0].displayPrice is "cheap", which is not a price: "#
        + #"write digits and a decimal point, such as "0.99""#
    ),
    (
      #""displayPrice" : "1.99""#, #""displayPrice" : "1,99""#,
      #"products[0].displayPrice is "1,99", which is not a price: "#
        + #"write digits and a decimal point, such as "0.99""#
    ),
    (
      #""displayPrice" : "1.99""#, #""displayPrice" : "-1.99""#,
      #"products[0].displayPrice is "-1.99", which is negative: a price must be "0" or more"#
    ),
    (
      #""displayPrice" : "1.99", "#, "",
      "products[0].displayPrice is missing: add it"
    ),
    (
      #""type" : "NonConsumable""#, #""type" : "Gift""#,
      #"products[0].type is "Gift", which is not a product type: "#
        + "use Consumable, NonConsumable, NonRenewingSubscription or RecurringSubscription"
    ),
    (
      #""recurringSubscriptionPeriod" : "P1M""#, #""recurringSubscriptionPeriod" : "monthly""#,
      #"subscriptionGroups[0].subscriptions[0].recurringSubscriptionPeriod is "monthly", "#
        + #"which is not a period: write one such as "P1W", "P1M" or "P1Y""#
    ),
    (
      #""paymentMode" : "free", "numberOfPeriods""#,
      #""paymentMode" : "barter", "numberOfPeriods""#,
      "subscriptionGroups[0].subscriptions[1].introductoryOffer.paymentMode is \"barter\", "
        + "which is not a payment mode: use free, payAsYouGo or payUpFront"
    ),
    (
      #""numberOfPeriods" : 1"#, #""numberOfPeriods" : 0"#,
      "subscriptionGroups[0].subscriptions[1].introductoryOffer.numberOfPeriods is 0: "
        + "it must be 1 to 10000"
    ),
    (
      #""subscriptionGroupID" : "G1""#, #""subscriptionGroupID" : "G9""#,
      #"subscriptionGroups[0].subscriptions[0].subscriptionGroupID is "G9", "#
        + #"but the subscription is in group "G1": make them the same"#
    ),
    (
      #""type" : "NonConsumable""#,
      #""type" : "RecurringSubscription", "recurringSubscriptionPeriod" : "P1M""#,
      #"products[0].type makes "car" an auto-renewable subscription, but it is not in a group: "#
        + "move it to the subscriptions of one of subscriptionGroups"
    ),
    (
      #""type" : "RecurringSubscription""#, #""type" : "Consumable""#,
      #"subscriptionGroups[0].subscriptions[0].type of "standard" is not "#
        + "RecurringSubscription, but it is in a subscription group: "
        + "move it to products or nonRenewingSubscriptions"
    ),
    (
      #""_storefront" : "USA""#, #""_storefront" : "XXX""#,
      #"settings._storefront is "XXX", which is not a storefront of this store: use AUS, BRA, CAN, "#
        + "CHE, CHN, DEU, ESP, FIN, FRA, GBR, HKG, IND, ITA, JPN, KOR, MEX, NLD, POL, RUS, SWE, "
        + "SGP, TUR, TWN or USA"
    ),
    (
      #""_timeRate" : 0"#, #""_timeRate" : 7"#,
      "settings._timeRate is 7, which is not a time rate: use 0 for real time, or one of "
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
  func `the error for a wrong value has its path`(
    good: String, bad: String, message: String
  ) throws {
    let place = try #require(shop.firstRange(of: good))

    #expect(
      refusal(of: shop.replacingCharacters(in: place, with: bad)) == "shop.storekit: \(message)")
  }

  @Test(arguments: [
    (
      #""minimumMonthsSinceEnd" : 6, "maximumMonthsSinceEnd" : 2"#,
      "minimumMonthsSinceEnd is 6, but maximumMonthsSinceEnd is 2, so no customer could use the offer: "
        + "it must be at most 2"
    ),
    (#""maximumMonthsSinceEnd" : 0"#, "maximumMonthsSinceEnd is 0: it must be 1 to 10000"),
    (#""minimumPaidMonths" : -1"#, "minimumPaidMonths is -1: it must be 0 to 10000"),
    (
      #""monthsBetweenOffers" : "6""#,
      "monthsBetweenOffers has the wrong kind of value: it must be a whole number"
    ),
  ])
  func `a win-back rule that nobody could satisfy is refused`(rules: String, message: String) {
    #expect(
      refusal(of: winBack(rules))
        == "shop.storekit: subscriptionGroups[0].subscriptions[0].winbackOffers[0]"
        + ".winBackEligibility.\(message)")
  }

  @Test(arguments: [
    (#""minimumPaidMonths" : null, "monthsBetweenOffers" : null"#, WinBackEligibility.Rules()),
    (
      #""minimumPaidMonths" : 0, "minimumMonthsSinceEnd" : 0, "monthsBetweenOffers" : 0"#,
      WinBackEligibility.Rules(
        minimumPaidMonths: 0, minimumMonthsSinceEnd: 0, monthsBetweenOffers: 0)
    ),
    (
      #""minimumMonthsSinceEnd" : 2, "maximumMonthsSinceEnd" : 2"#,
      WinBackEligibility.Rules(minimumMonthsSinceEnd: 2, maximumMonthsSinceEnd: 2)
    ),
  ])
  func `a win-back rule may be 0 or without a value`(
    text: String, rules: WinBackEligibility.Rules
  ) throws {
    let catalogue = try Catalogue.read(Data(winBack(text).utf8), file: "shop.storekit")

    let offers = catalogue.products.compactMap(\.subscription).flatMap(\.winBackOffers)
    #expect(offers.map(\.eligibility?.rules) == [rules])
  }

  @Test func `an error message has no control characters`() throws {
    let broken = shop.replacing(#""1.99""#, with: #""\u001b[2J""#)

    #expect(refusal(of: broken)?.contains(#"is "\u{1B}[2J""#) == true)
  }

  @Test func `the file that these tests change is valid before`() throws {
    #expect(refusal(of: shop) == nil)
  }
}

/// A file with a win-back offer that has these rules.
private func winBack(_ rules: String) -> String {
  #"{ "subscriptionGroups" : [ { "id" : "g", "name" : "g", "subscriptions" : [ "#
    + #"{ "productID" : "p", "type" : "RecurringSubscription", "displayPrice" : "1", "#
    + #""recurringSubscriptionPeriod" : "P1M", "winbackOffers" : [ { "offerID" : "o", "#
    + #""paymentMode" : "free", "subscriptionPeriod" : "P1M", "winBackEligibility" : "#
    + "{ \(rules) } } ] } ] } ] }"
}

private func refusal(of text: String) -> String? { refusal(of: Data(text.utf8)) }

private func refusal(of file: Data) -> String? {
  do {
    _ = try Catalogue.read(file, file: "shop.storekit")
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
