import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI
import TestSupport
import Testing

/// Offer codes, from the operator to the customer.
@Suite(.hangLimit) struct OfferCodeTests {
  private static let spring = "Spring"

  @Test(arguments: Site.allCases)
  func `a code is redeemed once, and every other instance hears of it`(site: Site) async throws {
    let (store, alpha, registration) = try await ContractStore.withDevice(at: site)
    let code = try await store.codes(of: "nonconsumable.car")[0]
    var others = try await store.backend(of: registration).newEvents()
    let order = Order.redeeming(code)

    #expect(try await alpha.offerCode(code.code).value == "nonconsumable.car")
    let quote = try await alpha.quote(code.productID, quantity: 1, offer: order.offer).value
    #expect(quote.charge == 0)
    let car = try await alpha.purchase(order).transaction()
    #expect(car.price == 0)
    #expect(car.offerType == .code)
    #expect(car.offerDiscountType == .oneTime)
    #expect(car.offerIdentifier == "nonconsumable.car")
    #expect(car.offerPeriod == nil)
    #expect(try await others.next()?.transaction().transactionId == car.transactionId)
    #expect(try await alpha.purchase(order).transaction().transactionId == car.transactionId)
    await #expect(throws: StoreError.offerCodeRedeemed(name: code.code)) {
      try await alpha.purchase(.redeeming(code))
    }
    #expect(try await store.listedCodes().map(\.redemptions) == [1])
  }

  @Test(arguments: Site.allCases)
  func `a custom code is redeemed by as many customers as it may be, once by each`(site: Site)
    async throws
  {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let code = try await store.codes(of: "consumable.fuel.octane87", custom: "full tank 1", 2) {
      $0 == .invalidOfferCode(reason: "a custom code must have 1 to 64 letters and digits")
    }
    #expect(code.isEmpty)
    let tank = try await store.codes(of: "consumable.fuel.octane87", custom: "fulltank", 2)[0]
    let bert = try await store.customer("bert")
    let carl = try await store.customer("carl")

    #expect(tank.code == "FULLTANK")
    _ = try await alpha.purchase(.redeeming(tank))
    for device in [alpha, try await store.device("beta").backend] {
      await #expect(throws: StoreError.offerCodeRedeemed(name: "FULLTANK")) {
        try await device.purchase(.redeeming(tank))
      }
    }
    _ = try await bert.purchase(.redeeming(tank))
    await #expect(throws: StoreError.offerCodeRedeemed(name: "FULLTANK")) {
      try await carl.purchase(.redeeming(tank))
    }
  }

  @Test(arguments: Site.allCases)
  func `an expired, an unknown and another product's code give nothing`(site: Site) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let end = Date.fixture + 3600
    let code = try await store.codes(of: "nonconsumable.car", custom: "CAR", nil, until: end)[0]

    await #expect(throws: StoreError.unknownOffer(offerID: "nonconsumable.car")) {
      try await alpha.purchase(.redeeming(code, for: "nonconsumable.racecar"))
    }
    try await store.advance("P1D")
    await #expect(throws: StoreError.offerCodeExpired(name: "CAR", date: end)) {
      try await alpha.purchase(.redeeming(code))
    }
    await #expect(throws: StoreError.unknownOfferCode(name: "NONE")) {
      try await alpha.offerCode("NONE")
    }
    await #expect(throws: StoreError.unknownOfferCode(name: "NONE")) {
      try await alpha.quote("nonconsumable.car", quantity: 1, offer: .code(code: "NONE"))
    }
    #expect(try await alpha.purchases().value.latest.isEmpty)
  }

  @Test(arguments: Site.allCases)
  func `a code is not spent while an offer is still to come, and says from when it can be`(
    site: Site
  ) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    _ = try await store.operator.perform(.importCatalogue(configuration: Self.plans(["monthly"])))
    let spring = try await store.codes(of: "spring")[0]
    let summer = try await store.codes(of: "summer")[0]
    _ = try await alpha.buy("journal.monthly")
    let journal = try await alpha.purchases().value.subscriptions[0].transaction()
    _ = try await alpha.purchase(.redeeming(spring))

    await #expect(
      throws: StoreError.ineligibleForOffer(
        offerID: "summer", reason: .offerRedeemed, begins: journal.expiresDate)
    ) { try await alpha.purchase(.redeeming(summer)) }

    #expect(try await store.listedCodes().map(\.redemptions).sorted() == [0, 1])
    try await store.advance("P1M")
    #expect(try await alpha.purchase(.redeeming(summer)).purchase().scheduled)
  }

  @Test(arguments: Site.allCases)
  func `a customer redeems one code of an offer, even if they redeemed it long ago`(site: Site)
    async throws
  {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let bert = try await store.customer("bert")
    let codes = try await store.codes(of: "pro.free.month", 2)
    let custom = try await store.codes(of: "subscription.pro/pro.free.month", custom: "PRO")[0]
    _ = try await alpha.purchase(.redeeming(codes[0]))
    try await store.advance("P3M")
    let error = StoreError.ineligibleForOffer(offerID: "pro.free.month", reason: .codeRedeemed)

    for code in [codes[1], custom] {
      let order = Order.redeeming(code)
      await #expect(throws: error) { try await alpha.purchase(order) }
      await #expect(throws: error) {
        try await alpha.quote(order.productID, quantity: 1, offer: order.offer)
      }
      await #expect(throws: error) {
        try await store.operator.perform(
          .buy(purchase: OperatorPurchase(order: order, account: "alice")))
      }
    }
    _ = try await bert.purchase(.redeeming(codes[1]))

    #expect(try await store.listedCodes().map(\.redemptions).sorted() == [0, 1, 1])
  }

  @Test(arguments: Site.allCases)
  func `codes that are redeemed once end after six months, and custom codes when they shall`(
    site: Site
  ) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let made = try await store.operator.perform(.clock).time.now
    let last = try #require(
      Calendar.store.date(byAdding: .month, value: 6, to: made))
    let none = try await store.codes(of: "nonconsumable.car", until: last + 1) { error in
      guard case .invalidOfferCode(let reason) = error else { return false }
      return reason.contains("up to \(last.formatted(.iso8601)), or make a custom code")
    }
    let code = try await store.codes(of: "nonconsumable.car")[0]
    let custom = try await store.codes(of: "nonconsumable.racecar", custom: "RACE")[0]

    #expect(none.isEmpty)
    #expect(code.expirationDate == last)
    #expect(custom.expirationDate == nil)
    #expect(
      try await store.codes(of: "nonconsumable.car", until: last)[0].expirationDate == last)
    try await store.advance("P6M")
    await #expect(throws: StoreError.offerCodeExpired(name: code.code, date: last)) {
      try await alpha.purchase(.redeeming(code))
    }
    #expect(try await alpha.purchase(.redeeming(custom)).transaction().price == 0)
  }

  @Test(arguments: Site.allCases)
  func `after a reset a code can be redeemed again`(site: Site) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let code = try await store.codes(of: "nonconsumable.car")[0]
    _ = try await alpha.purchase(.redeeming(code))

    _ = try await store.operator.perform(.reset)

    #expect(try await store.listedCodes().map(\.redemptions) == [0])
    #expect(try await alpha.purchase(.redeeming(code)).transaction().price == 0)
  }

  @Test(arguments: Site.allCases)
  func `codes cannot be made twice, of nothing, or none of them`(site: Site) async throws {
    let (store, _, _) = try await ContractStore.withDevice(at: site)
    _ = try await store.codes(of: "nonconsumable.car", custom: "CAR")

    let refused: [(String, String?, Int?, StoreError)] = [
      ("nonconsumable.car", "car", nil, .offerCodeExists(name: "CAR")),
      (
        "subscription.pro", nil, nil,
        .invalidOfferCode(
          reason:
            "'subscription.pro' is neither a code offer of the catalogue nor the ID of a product that "
            + "is bought once")
      ),
      ("nonconsumable.car", nil, 0, .invalidOfferCode(reason: "0 codes: make 1 to 1000 at once")),
    ]
    for (reference, custom, number, error) in refused {
      let none = try await store.codes(of: reference, custom: custom, number) { $0 == error }
      #expect(none.isEmpty)
    }
    #expect(try await store.listedCodes().map(\.code) == ["CAR"])
  }

  @Test(arguments: Site.allCases)
  func `codes that have expired by the store's clock are not made`(site: Site) async throws {
    let (store, _, _) = try await ContractStore.withDevice(at: site)

    let none = try await store.codes(of: "nonconsumable.car", until: .fixture) { error in
      guard case .invalidOfferCode(let reason) = error else { return false }
      return reason.hasSuffix("is past on the store's clock: choose a later end")
    }

    #expect(none.isEmpty)
    #expect(try await store.listedCodes().isEmpty)
  }
}

extension OfferCodeTests {
  @Test(arguments: Site.allCases)
  func `of two plans with an offer of the same name the codes are those of the one that is named`(
    site: Site
  ) async throws {
    let (store, _, _) = try await ContractStore.withDevice(at: site)
    _ = try await store.operator.perform(
      .importCatalogue(configuration: Self.plans(["monthly", "yearly"])))

    let none = try await store.codes(of: "spring") {
      $0
        == .invalidOfferCode(
          reason: "2 products have a code offer 'spring': say 'journal.monthly/spring' or "
            + "'journal.yearly/spring'")
    }
    let code = try await store.codes(of: "journal.yearly/spring")[0]

    #expect(none.isEmpty)
    #expect(code.productID == "journal.yearly" && code.reference == "spring")
  }

  /// A file with these plans, each with the code offers `spring` and `summer`.
  private static func plans(_ lengths: [String]) -> String {
    let plans = lengths.map { length in
      """
      {"productID": "journal.\(length)", "type": "RecurringSubscription", "displayPrice": "4.99",
       "groupNumber": 1, "recurringSubscriptionPeriod": "\(length == "yearly" ? "P1Y" : "P1M")",
       "codeOffers": [\(codeOffer("spring")), \(codeOffer("summer"))]}
      """
    }
    return """
      {"subscriptionGroups": [{"id": "journal", "name": "Journal", "subscriptions": [
        \(plans.joined(separator: ",\n"))]}]}
      """
  }

  private static func codeOffer(_ name: String) -> String {
    """
    {"internalID": "S", "referenceName": "\(name)", "paymentMode": "free", "numberOfPeriods": 1,
     "subscriptionPeriod": "P1M", "isStackable": true, "eligibility": ["new", "existing"]}
    """
  }
}

extension Order {
  fileprivate static func redeeming(_ code: OfferCode, for productID: String? = nil) -> Order {
    Order(
      key: OrderKey(UUID()), productID: productID ?? code.productID, offer: .code(code: code.code))
  }
}

extension ContractStore {
  /// Makes codes; empty if the store refuses with an expected error.
  fileprivate func codes(
    of reference: String, custom: String? = nil, _ number: Int? = nil, until end: Date? = nil,
    refused isExpected: (StoreError) -> Bool = { _ in false }
  ) async throws -> [OfferCode] {
    do {
      let request = OfferCodeRequest(
        reference: reference, custom: custom, number: number, expirationDate: end)
      guard
        case .offerCodes(let codes) = try await `operator`.perform(
          .createOfferCodes(request: request)
        ).value
      else { return [] }
      return codes
    } catch  where isExpected(error) {
      return []
    }
  }

  fileprivate func listedCodes() async throws -> [OfferCode] {
    guard case .offerCodes(let codes) = try await `operator`.perform(.offerCodes).value else {
      return []
    }
    return codes
  }

  /// A device of another customer.
  fileprivate func customer(_ name: String) async throws -> any StoreBackend {
    let signIn = try await signUp(name)
    let device = try await accounts.registerDevice("phone", signIn: signIn.token).value
    return try await backend(of: device)
  }
}
