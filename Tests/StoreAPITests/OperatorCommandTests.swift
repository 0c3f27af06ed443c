import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI
import Testing

private let bert = Credentials(account: "bert", password: "battery staple")
private let march = Date(millisecondsSince1970: 1_772_323_200_000)
private let notificationID = LowercaseUUID(
  UUID(uuidString: "7E3FB20B-4CDB-47CC-936D-99D65F608138") ?? UUID())
private let month = CalendarDuration("P1M")

/// Results, each with its JSON.
private let results: [(OperatorResult, String)] = [
  (OperatorResult.done(), #"{"done":{}}"#), (.done(asNew: true), #"{"done":{"asNew":true}}"#),
  (
    .advanced(from: march, to: march, events: 2),
    #"{"advanced":{"events":2,"from":1772323200000,"to":1772323200000}}"#
  ),
  (
    .advanced(
      from: march, to: march, events: 1,
      settled: [SettledEvent(.expired, of: "pro", at: march, account: "bert")]),
    #"""
    {"advanced":{"events":1,"from":1772323200000,"settled":[{"account":"bert","date":1772323200000,\#
    "kind":"expired","productID":"pro"}],"to":1772323200000}}
    """#
  ),
  (
    .settings(values: OperatorSettings(rules: .serving(for: .days28))),
    #"""
    {"settings":{"values":{"askToBuy":false,"gracePeriod":28,"gracePeriodRenewalType":"ALL_RENEWALS",\#
    "interruptedPurchases":false,"isRenewalLimited":true,"pace":0,"refundsAtOnce":false,\#
    "renewalsFail":false}}}
    """#
  ),
  (
    .settings(
      values: OperatorSettings(
        rules: StoreRules(), storefront: "DEU", locale: "de_DE", environment: .production)),
    #"""
    {"settings":{"values":{"askToBuy":false,"environment":"Production","gracePeriod":0,\#
    "gracePeriodRenewalType":"ALL_RENEWALS","interruptedPurchases":false,\#
    "isRenewalLimited":true,"locale":"de_DE","pace":0,"refundsAtOnce":false,\#
    "renewalsFail":false,"storefront":"DEU"}}}
    """#
  ),
  (
    .catalogue(
      version: 2,
      changes: [
        CatalogueChange(
          productID: "pro", aspects: [.price, .offers], isForSale: true,
          price: Decimal(1299) / 100, previousPrice: Decimal(999) / 100, currency: "USD")
      ], subscribers: 3, prices: PriceChangeCounts(increased: 1, consentRequested: 2)),
    #"""
    {"catalogue":{"changes":[{"aspects":["price","offers"],"currency":"USD","isForSale":true,\#
    "previousPrice":9.99,"price":12.99,"productID":"pro"}],\#
    "prices":{"asked":2,"cheaper":0,"dearer":1,"spared":0},"subscribers":3,"version":2}}
    """#
  ),
  (
    .offerKey(id: "K", privateKey: "PEM"), #"{"offerKey":{"id":"K","privateKey":"PEM"}}"#
  ),
  (
    .offerCodes(list: [
      OfferCode(code: "FREE", productID: "pro", reference: "spring")
    ]),
    #"""
    {"offerCodes":{"list":[{"code":"FREE","isCustom":false,"limit":1,"productID":"pro",\#
    "redemptions":0,"reference":"spring"}]}}
    """#
  ),
  (
    .transactions(list: [], revision: nil, hasMore: false),
    #"{"transactions":{"hasMore":false,"list":[]}}"#
  ),
  (
    .transactions(list: [], revision: "MS43", hasMore: true),
    #"{"transactions":{"hasMore":true,"list":[],"revision":"MS43"}}"#
  ),
  (
    .subscriptions(list: [], revision: "MS43", hasMore: true),
    #"{"subscriptions":{"hasMore":true,"list":[],"revision":"MS43"}}"#
  ),
  (.orders(list: []), #"{"orders":{"list":[]}}"#),
  (.accounts(list: []), #"{"accounts":{"list":[]}}"#),
  (
    .accountAdded(account: StoreAccount(name: "ann")),
    #"{"accountAdded":{"account":{"name":"ann"}}}"#
  ),
  (
    .passwordChanged(account: "ann", signIns: 2, devices: []),
    #"{"passwordChanged":{"account":"ann","devices":[],"signIns":2}}"#
  ),
  (
    .signedOut(account: "ann", signIns: 2), #"{"signedOut":{"account":"ann","signIns":2}}"#
  ),
  (
    .apiKey(id: "K", issuerID: "I", privateKey: "PEM"),
    #"{"apiKey":{"id":"K","issuerID":"I","privateKey":"PEM"}}"#
  ),
  (
    .apiKeys(
      list: [OperatorAPIKey(id: "K", date: march, revocationDate: march)], issuerID: "I",
      bundleID: "B"),
    #"""
    {"apiKeys":{"bundleID":"B","issuerID":"I","list":[{"date":1772323200000,"id":"K",\#
    "revocationDate":1772323200000}]}}
    """#
  ),
  (
    .apiKeyRevoked(key: OperatorAPIKey(id: "K", date: march)),
    #"{"apiKeyRevoked":{"key":{"date":1772323200000,"id":"K"}}}"#
  ),
  (
    .sharedSecret(secret: "0123456789abcdef"),
    #"{"sharedSecret":{"secret":"0123456789abcdef"}}"#
  ),
  (
    .sentNotifications(list: [], last: 7), #"{"sentNotifications":{"last":7,"list":[]}}"#
  ),
  (
    .triggered(notification: "TEST", account: nil),
    #"{"triggered":{"notification":"TEST"}}"#
  ),
  (
    .transactionNotifications(
      list: [
        TransactionNotification(
          id: notificationID,
          type: "REFUND", date: march,
          attempts: [NotificationAttempt(date: march, result: "SUCCESS")])
      ]),
    #"""
    {"transactionNotifications":{"list":[{"attempts":[{"date":1772323200000,"result":"SUCCESS"}],\#
    "date":1772323200000,"id":"7e3fb20b-4cdb-47cc-936d-99d65f608138","type":"REFUND"}]}}
    """#
  ),
]

@Suite struct OperatorCommandTests {
  @Test func `the clock can be moved by a duration`() throws {
    let command = OperatorCommand.advance(move: .by(try #require(month)))

    #expect(try text(command) == #"{"advance":{"move":{"by":"P1M"}}}"#)
  }

  @Test(arguments: [
    "{}", #"{"clock":{},"reset":{}}"#, #"{"sell":{}}"#, #"{"refund":{}}"#, #"{"refund":"7"}"#,
    #"{"expire":{"subscription":{}}}"#, #""clock""#,
  ])
  func `JSON that is not a command is refused`(json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder.payload.decode(OperatorCommand.self, from: Data(json.utf8))
    }
  }

  @Test(arguments: results)
  func `a result is encoded under its name and decoded again`(
    result: OperatorResult, json: String
  ) throws {
    #expect(try text(result) == json)
    #expect(try JSONDecoder.payload.decode(OperatorResult.self, from: Data(json.utf8)) == result)
  }

  @Test(arguments: [
    OperatorCommand.addAccount(credentials: bert),
    .setPassword(credentials: bert, signsOutDevices: false),
  ])
  func `printing a command does not show the password`(command: OperatorCommand) {
    var dumped = ""
    dump(command, to: &dumped)
    dump(bert, to: &dumped)

    for text in ["\(command)", String(reflecting: command), dumped, "\(bert)"] {
      #expect(text.contains("bert"))
      #expect(!text.contains("battery"))
    }
  }
}

extension StoreRules {
  fileprivate static func serving(for period: GracePeriod) -> StoreRules {
    var rules = StoreRules()
    rules.gracePeriod = period
    return rules
  }
}
