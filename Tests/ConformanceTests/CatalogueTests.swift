import Foundation
import StoreAPI
import TestSupport
import Testing

/// What the operator changes about the products of a store that sells.
@Suite(.timeLimit(.minutes(1))) struct CatalogueTests {
  @Test(arguments: Site.allCases)
  func `a new price is that of the next purchase and of the subscribers' next period`(site: Site)
    async throws
  {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    try await alpha.buy("subscription.standard")
    var updates = try await alpha.newEvents()
    let quote = try await alpha.quote("subscription.standard", quantity: 1, offer: nil).value

    let changed = try await store.operator.change(
      .setPrice(productID: "subscription.standard", price: .cents(399), policy: .inform))

    #expect(
      changed.changes == [
        CatalogueChange(
          productID: "subscription.standard", isForSale: true, price: .cents(399),
          previousPrice: .cents(299), currency: "USD")
      ])
    #expect(changed.version == 2)
    #expect(changed.subscribers == 1)
    #expect(quote.effect == .alreadyOwned)
    let told = try await updates.nextSubscription().renewalInfo()
    #expect(told.priceIncreaseStatus == .agreed)
    #expect(told.renewalPrice == 3990)
    #expect(try await alpha.prices("subscription.standard") == ["subscription.standard": "3.99"])
    try await store.advance("P1M")
    #expect(try await updates.next()?.transaction().price == 3990)
  }

  @Test(arguments: Site.allCases)
  func `a purchase for the price of before is refused with the new one`(site: Site) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let quote = try await alpha.quote("nonconsumable.car", quantity: 1, offer: nil).value
    try await store.operator.change(
      .setPrice(productID: "nonconsumable.car", price: .cents(500), policy: .askConsent))

    let order = Order(key: OrderKey(UUID()), productID: "nonconsumable.car", quote: quote)
    let fault = await #expect(throws: StoreFault.self) { try await alpha.purchase(order) }

    #expect(fault?.code == .quoteChanged)
    #expect(try await alpha.buy("nonconsumable.car").transaction().price == 5000)
  }

  @Test(arguments: Site.allCases)
  func `subscribers are asked to agree to a higher price, or keep theirs`(site: Site) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    try await alpha.buy("subscription.standard")
    func renewal() async throws -> RenewalInfoPayload? {
      try await alpha.holdings().value.subscriptions.first?.renewalInfo()
    }

    try await store.operator.change(
      .setPrice(productID: "subscription.standard", price: .cents(399), policy: .preserve))
    #expect(try await renewal()?.renewalPrice == 2990)
    #expect(try await renewal()?.priceIncreaseStatus == nil)
    try await store.operator.change(
      .setPrice(productID: "subscription.standard", price: .cents(499), policy: .askConsent))
    #expect(try await renewal()?.priceIncreaseStatus == .pending)
    #expect(try await store.advance("P1M").events == 1)
    #expect(try await renewal()?.expirationIntent == .didNotConsentToPriceIncrease)
  }

  @Test(arguments: Site.allCases)
  func `a price that cannot be charged is refused, and nothing changes`(site: Site) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let prices = [Decimal(-1), Decimal(1999) / 1000, Decimal(1_000_000_000)]

    for price in prices {
      await #expect(throws: StoreFault.invalidPrice(price, currency: "USD")) {
        try await store.operator.change(
          .setPrice(productID: "nonconsumable.car", price: price, policy: .inform))
      }
    }
    await #expect(throws: StoreFault.unknownProduct("nonconsumable.boat")) {
      try await store.operator.change(
        .setPrice(productID: "nonconsumable.boat", price: 1, policy: .inform))
    }
    let same = try await store.operator.change(
      .setPrice(productID: "nonconsumable.car", price: .cents(199), policy: .inform))
    #expect(same.version == 1)
    #expect(same.changes.isEmpty)
    #expect(try await alpha.prices("nonconsumable.car") == ["nonconsumable.car": "1.99"])
  }

  @Test(arguments: Site.allCases)
  func `a product that is taken off sale stays owned, and a plan ends with its period`(site: Site)
    async throws
  {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let car = try await alpha.buy("nonconsumable.car").transaction().transactionId
    try await alpha.buy("subscription.standard")

    let withdrawn = try await store.operator.change(.withdraw(productID: "subscription.standard"))
    try await store.operator.change(.withdraw(productID: "nonconsumable.car"))

    #expect(withdrawn.changes.map(\.isForSale) == [false])
    #expect(try await alpha.prices("subscription.standard", "nonconsumable.car") == [:])
    await #expect(throws: StoreFault.unknownProduct("nonconsumable.car")) {
      try await alpha.quote("nonconsumable.car", quantity: 1, offer: nil)
    }
    #expect(try await store.advance("P1M").events == 1)
    let holdings = try await alpha.holdings().value
    #expect(
      try holdings.latest.map { try TransactionPayload.decoded(from: $0) }.contains {
        $0.transactionId == car && $0.revocationDate == nil
      })
    let ended = try holdings.subscriptions.first?.renewalInfo()
    #expect(ended?.expirationIntent == .productUnavailable)

    try await store.operator.change(.undoWithdraw(productID: "subscription.standard"))
    let again = try await store.operator.change(.undoWithdraw(productID: "subscription.standard"))
    #expect(again.changes.isEmpty)
    #expect(try await alpha.prices("subscription.standard").count == 1)
    try await alpha.buy("subscription.standard")
    await #expect(throws: StoreFault.unknownProduct("nonconsumable.boat")) {
      try await store.operator.change(.withdraw(productID: "nonconsumable.boat"))
    }
  }

  @Test(arguments: Site.allCases)
  func `a price that rises while a plan is not for sale is a price increase for its subscribers`(
    site: Site
  ) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    try await alpha.buy("subscription.standard")
    try await store.operator.change(.withdraw(productID: "subscription.standard"))
    try await store.operator.change(
      .setPrice(productID: "subscription.standard", price: .cents(399), policy: .askConsent))
    try await store.operator.change(.undoWithdraw(productID: "subscription.standard"))

    let renewal = try await alpha.holdings().value.subscriptions.first?.renewalInfo()

    #expect(renewal?.priceIncreaseStatus == .pending)
  }

  @Test(arguments: Site.allCases)
  func `another file is sold from now on, and what is gone from it stays owned`(site: Site)
    async throws
  {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    try await alpha.buy("nonconsumable.car")
    try await alpha.buy("subscription.standard")

    let imported = try await store.operator.change(.importCatalogue(configuration: Self.journal))

    let forSale = imported.changes.filter(\.isForSale).map(\.productID)
    #expect(forSale == ["journal.monthly", "subscription.standard"])
    #expect(imported.changes.first { $0.productID == "nonconsumable.car" }?.isForSale == false)
    #expect(imported.subscribers == 1)
    #expect(
      try await alpha.prices("journal.monthly", "subscription.standard", "nonconsumable.car")
        == ["journal.monthly": "4.99", "subscription.standard": "5.99"])
    let renewal = try await alpha.holdings().value.subscriptions.first?.renewalInfo()
    #expect(renewal?.renewalPrice == 5990)
    #expect(renewal?.priceIncreaseStatus == .agreed)
    #expect(try await alpha.storefront().value.countryCode == "USA", "the store's settings stay")
    #expect(try await alpha.holdings().value.latest.count == 2)
    try await alpha.buy("journal.monthly")
    let again = try await store.operator.change(.importCatalogue(configuration: Self.journal))
    #expect(again.changes.isEmpty)
    #expect(again.version == imported.version)
  }

  @Test(arguments: Site.allCases)
  func `a file that is not a catalogue, or makes a product another, is refused with its place`(
    site: Site
  ) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let price = #"{"products": [{"productID": "a", "type": "Consumable", "displayPrice": "x"}]}"#
    let type = """
      {"products": [{"productID": "nonconsumable.car", "type": "Consumable", "displayPrice": "1"}]}
      """
    let refusals = [
      ("no JSON", "is not JSON"), (price, "the file: products[0].displayPrice is \"x\""),
      (type, "the product 'nonconsumable.car' is a Non-Consumable"),
      (Self.journal.replacing("3F19ED53", with: "0BADF00D"), "is in the group '3F19ED53'"),
      (String(repeating: " ", count: 4 * 1024 * 1024 + 1), "4194304 bytes at most"),
    ]

    for (text, reason) in refusals {
      let fault = await #expect(throws: StoreFault.self) {
        try await store.operator.change(.importCatalogue(configuration: text))
      }
      #expect(fault?.code == .invalidCatalogue)
      #expect(fault?.description.contains(reason) == true, "\(String(describing: fault))")
    }
    #expect(try await alpha.prices("nonconsumable.car").count == 1)
  }

  @Test(arguments: Site.allCases)
  func `a file of 4 MiB is imported`(site: Site) async throws {
    let (store, _, _) = try await ContractStore.withDevice(at: site)
    let padding = 4 * 1024 * 1024 - Self.journal.utf8.count
    let text = Self.journal + String(repeating: "\n", count: padding)

    #expect(try await store.operator.change(.importCatalogue(configuration: text)).version == 2)
  }

  /// A journal app that also sells Standard, in France.
  private static let journal = """
    {"settings": {"_storefront": "FRA", "_timeRate": 13}, "subscriptionGroups": [
      {"id": "journal", "name": "Journal", "subscriptions": [
        {"productID": "journal.monthly", "type": "RecurringSubscription", "displayPrice": "4.99",
         "groupNumber": 1, "recurringSubscriptionPeriod": "P1M"}]},
      {"id": "3F19ED53", "name": "Navigation", "subscriptions": [
        {"productID": "subscription.standard", "type": "RecurringSubscription",
         "displayPrice": "5.99", "groupNumber": 3, "recurringSubscriptionPeriod": "P1M"}]}]}
    """
}

/// What a command changes about the catalogue.
private struct ChangedCatalogue {
  let version: Int
  let changes: [CatalogueChange]
  let subscribers: Int
}

extension StoreOperator {
  @discardableResult
  fileprivate func change(_ command: OperatorCommand) async throws -> ChangedCatalogue {
    let answer = try await perform(command)
    guard case .catalogue(let version, let changes, let subscribers) = answer.value else {
      throw FixtureError(text: "\(answer.value)")
    }
    return ChangedCatalogue(version: version, changes: changes, subscribers: subscribers)
  }
}

extension StoreBackend {
  /// The price of the products that are for sale, as text, because a decimal literal is not exact.
  fileprivate func prices(_ ids: String...) async throws -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: try await products(ids).value.map { ($0.id, "\($0.price)") })
  }
}

extension Decimal {
  /// An amount of hundredths, which is exact.
  fileprivate static func cents(_ count: Int) -> Decimal { Decimal(count) / 100 }
}
