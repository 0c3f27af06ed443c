import Foundation
import StoreAPI
import Testing

private let bert = Credentials(account: "bert", password: "battery staple")
private let march = Date(millisecondsSince1970: 1_772_323_200_000)
private let month = CalendarDuration("P1M")

@Suite struct OperatorCommandTests {
  static let commands: [(OperatorCommand, String)] = [
    (.clock, #"{"clock":{}}"#),
    (.setClock(frozen: true), #"{"setClock":{"frozen":true}}"#),
    (.acceptClock, #"{"acceptClock":{}}"#),
    (.setClockBack(date: march), #"{"setClockBack":{"date":1772323200000}}"#),
    (.advance(move: .to(march)), #"{"advance":{"move":{"to":1772323200000}}}"#),
    (.setPace(pace: .oneRenewalEveryMinute), #"{"setPace":{"pace":1002}}"#),
    (.setStorefront(storefront: "DEU"), #"{"setStorefront":{"storefront":"DEU"}}"#),
    (.setLocale(locale: "de_DE"), #"{"setLocale":{"locale":"de_DE"}}"#),
    (.transactions(account: nil), #"{"transactions":{}}"#),
    (.transactions(account: "ann"), #"{"transactions":{"account":"ann"}}"#),
    (
      .transactions(account: nil, revision: "MS43"), #"{"transactions":{"revision":"MS43"}}"#
    ),
    (
      .refund(transactionID: TransactionID(rawValue: 7)), #"{"refund":{"transactionID":"7"}}"#
    ),
    (
      .declineRefund(transactionID: TransactionID(rawValue: 7)),
      #"{"declineRefund":{"transactionID":"7"}}"#
    ),
    (
      .reverseRefund(transactionID: TransactionID(rawValue: 7)),
      #"{"reverseRefund":{"transactionID":"7"}}"#
    ),
    (
      .buy(
        purchase: OperatorPurchase(
          order: Order(
            key: OrderKey(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7))),
            productID: "pro"), account: "ann", purchaseDate: march,
          renewalBehavior: .cancelImmediately)),
      #"{"buy":{"purchase":{"account":"ann","order":{"key":"00000000-0000-0000-0000-000000000007","productID":"pro","quantity":1},"purchaseDate":1772323200000,"renewalBehavior":"cancelImmediately"}}}"#
    ),
    (
      .delete(transactionID: TransactionID(rawValue: 7)), #"{"delete":{"transactionID":"7"}}"#
    ),
    (
      .expire(subscription: .product("pro", account: nil)),
      #"{"expire":{"subscription":{"productID":"pro"}}}"#
    ),
    (
      .expire(subscription: .product("pro", account: "ann")),
      #"{"expire":{"subscription":{"account":"ann","productID":"pro"}}}"#
    ),
    (
      .expire(subscription: .transaction(TransactionID(rawValue: 7))),
      #"{"expire":{"subscription":{"transactionID":"7"}}}"#
    ),
    (
      .disableAutoRenew(subscription: .transaction(TransactionID(rawValue: 7))),
      #"{"disableAutoRenew":{"subscription":{"transactionID":"7"}}}"#
    ),
    (
      .enableAutoRenew(subscription: .transaction(TransactionID(rawValue: 7))),
      #"{"enableAutoRenew":{"subscription":{"transactionID":"7"}}}"#
    ),
    (.setRenewalLimit(isOn: false), #"{"setRenewalLimit":{"isOn":false}}"#),
    (.setGracePeriod(gracePeriod: .days16), #"{"setGracePeriod":{"gracePeriod":16}}"#),
    (
      .setGracePeriod(gracePeriod: .days3, renewalType: .paidToPaidOnly),
      #"{"setGracePeriod":{"gracePeriod":3,"renewalType":"PAID_TO_PAID_ONLY"}}"#
    ),
    (.setRenewalsFail(isOn: true), #"{"setRenewalsFail":{"isOn":true}}"#),
    (.setAskToBuy(isOn: true), #"{"setAskToBuy":{"isOn":true}}"#),
    (.setInterruptedPurchases(isOn: true), #"{"setInterruptedPurchases":{"isOn":true}}"#),
    (.subscriptions(), #"{"subscriptions":{}}"#),
    (.subscriptions(revision: "MS43"), #"{"subscriptions":{"revision":"MS43"}}"#),
    (.orders, #"{"orders":{}}"#),
    (.approve(orderID: TransactionID(rawValue: 7)), #"{"approve":{"orderID":"7"}}"#),
    (.decline(orderID: TransactionID(rawValue: 7)), #"{"decline":{"orderID":"7"}}"#),
    (.resolve(orderID: TransactionID(rawValue: 7)), #"{"resolve":{"orderID":"7"}}"#),
    (
      .setSimulatedError(
        api: .loadProducts, error: SimulatedError(.networkError, urlErrorCode: -1001)),
      #"{"setSimulatedError":{"api":"loadProducts","error":{"name":"networkError","urlErrorCode":-1001}}}"#
    ),
    (
      .setSimulatedError(api: .purchase, error: nil),
      #"{"setSimulatedError":{"api":"purchase"}}"#
    ),
    (.clearSimulatedErrors, #"{"clearSimulatedErrors":{}}"#),
    (.settings, #"{"settings":{}}"#),
    (
      .subscription(subscription: .transaction(TransactionID(rawValue: 7))),
      #"{"subscription":{"subscription":{"transactionID":"7"}}}"#
    ),
    (
      .renew(subscription: .transaction(TransactionID(rawValue: 7))),
      #"{"renew":{"subscription":{"transactionID":"7"}}}"#
    ),
    (
      .failBilling(subscription: .transaction(TransactionID(rawValue: 7))),
      #"{"failBilling":{"subscription":{"transactionID":"7"}}}"#
    ),
    (
      .recoverBilling(subscription: .transaction(TransactionID(rawValue: 7))),
      #"{"recoverBilling":{"subscription":{"transactionID":"7"}}}"#
    ),
    (
      .extend(subscription: .transaction(TransactionID(rawValue: 7)), days: 30),
      #"{"extend":{"days":30,"subscription":{"transactionID":"7"}}}"#
    ),
    (
      .requestPriceIncreaseConsent(subscription: .transaction(TransactionID(rawValue: 7))),
      #"{"requestPriceIncreaseConsent":{"subscription":{"transactionID":"7"}}}"#
    ),
    (
      .answerPriceIncrease(
        subscription: .transaction(TransactionID(rawValue: 7)), isAccepted: true),
      #"{"answerPriceIncrease":{"isAccepted":true,"subscription":{"transactionID":"7"}}}"#
    ),
    (
      .setPrice(productID: "pro", price: Decimal(1299) / 100, policy: .askConsent),
      #"{"setPrice":{"policy":"askConsent","price":12.99,"productID":"pro"}}"#
    ),
    (.withdraw(productID: "pro"), #"{"withdraw":{"productID":"pro"}}"#),
    (.undoWithdraw(productID: "pro"), #"{"undoWithdraw":{"productID":"pro"}}"#),
    (.importCatalogue(configuration: "{}"), #"{"importCatalogue":{"configuration":"{}"}}"#),
    (.createOfferKey, #"{"createOfferKey":{}}"#),
    (
      .createOfferCodes(
        request: OfferCodeRequest(reference: "spring", custom: "SPRING", number: 5)),
      #"{"createOfferCodes":{"request":{"custom":"SPRING","number":5,"reference":"spring"}}}"#
    ),
    (.offerCodes, #"{"offerCodes":{}}"#),
    (.families, #"{"families":{}}"#),
    (
      .addFamilyMember(account: "bert", organizer: "ann"),
      #"{"addFamilyMember":{"account":"bert","organizer":"ann"}}"#
    ),
    (
      .removeFamilyMember(account: "bert"), #"{"removeFamilyMember":{"account":"bert"}}"#
    ),
    (
      .setFamilySharing(isOn: false, account: nil), #"{"setFamilySharing":{"isOn":false}}"#
    ),
    (.accounts, #"{"accounts":{}}"#),
    (
      .addAccount(credentials: bert),
      #"{"addAccount":{"credentials":{"account":"bert","password":"battery staple"}}}"#
    ),
    (
      .setPassword(credentials: bert, signsOutDevices: true),
      #"""
      {"setPassword":{"credentials":{"account":"bert","password":"battery staple"},\#
      "signsOutDevices":true}}
      """#
    ),
    (.signOut(account: "ann"), #"{"signOut":{"account":"ann"}}"#),
    (
      .removeDevice(device: "phone", account: "ann"),
      #"{"removeDevice":{"account":"ann","device":"phone"}}"#
    ),
    (.reset, #"{"reset":{}}"#),
  ]

  @Test(arguments: commands)
  func `a command is encoded under its name and decoded again`(
    command: OperatorCommand, json: String
  ) throws {
    #expect(try text(command) == json)
    #expect(try JSONDecoder.payload.decode(OperatorCommand.self, from: Data(json.utf8)) == command)
  }

  @Test func `the table has every command`() {
    #expect(Set(Self.commands.map(\.0.name)) == Set(OperatorCommand.CodingKeys.allCases))
  }

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

  @Test(arguments: [
    (OperatorResult.done, #"{"done":{}}"#),
    (
      .advanced(from: march, to: march, events: 2),
      #"{"advanced":{"events":2,"from":1772323200000,"to":1772323200000}}"#
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
      .settings(values: OperatorSettings(rules: StoreRules(), storefront: "DEU", locale: "de_DE")),
      #"""
      {"settings":{"values":{"askToBuy":false,"gracePeriod":0,"gracePeriodRenewalType":"ALL_RENEWALS",\#
      "interruptedPurchases":false,"isRenewalLimited":true,"locale":"de_DE","pace":0,\#
      "refundsAtOnce":false,"renewalsFail":false,"storefront":"DEU"}}}
      """#
    ),
    (
      .catalogue(
        version: 2,
        changes: [
          CatalogueChange(
            productID: "pro", aspects: [.price, .offers], isForSale: true,
            price: Decimal(1299) / 100, previousPrice: Decimal(999) / 100, currency: "USD")
        ], subscribers: 3, prices: PriceChangeCounts(dearer: 1, asked: 2)),
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
      #"{"offerCodes":{"list":[{"code":"FREE","isCustom":false,"limit":1,"productID":"pro","#
        + #""redemptions":0,"reference":"spring"}]}}"#
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
  ])
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

  @Test func `only commands that read or set a value may be repeated`() {
    let repeatable = Self.commands.map(\.0).filter(\.isRepeatable).map(\.name)

    #expect(
      Set(repeatable) == [
        .clock, .setClock, .setPace, .setStorefront, .setLocale, .setRenewalLimit, .setGracePeriod,
        .setRenewalsFail, .setAskToBuy, .setInterruptedPurchases, .setSimulatedError,
        .clearSimulatedErrors, .settings, .offerCodes, .transactions, .subscriptions,
        .orders, .subscription, .accounts, .buy, .families, .setFamilySharing,
      ])
  }
}

extension StoreRules {
  fileprivate static func serving(for period: GracePeriod) -> StoreRules {
    var rules = StoreRules()
    rules.gracePeriod = period
    return rules
  }
}
