import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import TestSupport
import Testing

/// The operator's changes of the products for sale.
@Suite(.hangLimit) struct CatalogueTests {
  @Test(arguments: Site.allCases)
  func `a store says what it sells, in the order of its file`(site: Site) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let all = try Catalogue.skdemo().products.map(\.id)

    #expect(try await alpha.productIDs().value == all)
    _ = try await store.operator.perform(.withdraw(productID: "nonconsumable.car"))
    #expect(try await alpha.productIDs().value == all.filter { $0 != "nonconsumable.car" })
  }

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
          productID: "subscription.standard", aspects: [.price], isForSale: true,
          price: .cents(399), previousPrice: .cents(299), currency: "USD")
      ])
    #expect(changed.version == 2)
    #expect(changed.prices == PriceChangeCounts(increased: 1))
    #expect(quote.effect == .alreadyOwned)
    let renewal = try await updates.nextSubscription().renewalInfo()
    #expect(renewal.priceIncreaseStatus == .agreed)
    #expect(renewal.renewalPrice == 3990)
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
    let error = await #expect(throws: StoreError.self) { try await alpha.purchase(order) }

    #expect(error?.code == .quoteChanged)
    #expect(try await alpha.buy("nonconsumable.car").transaction().price == 5000)
  }

  @Test(arguments: Site.allCases)
  func `subscribers are asked to agree to a higher price, or keep theirs`(site: Site) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    try await alpha.buy("subscription.standard")
    func renewal() async throws -> RenewalInfoPayload? {
      try await alpha.purchases().value.subscriptions.first?.renewalInfo()
    }

    let spared = try await store.operator.change(
      .setPrice(productID: "subscription.standard", price: .cents(399), policy: .preserve))
    #expect(spared.prices == PriceChangeCounts(preserved: 1))
    #expect(try await renewal()?.renewalPrice == 2990)
    #expect(try await renewal()?.priceIncreaseStatus == nil)
    let asked = try await store.operator.change(
      .setPrice(productID: "subscription.standard", price: .cents(499), policy: .askConsent))
    #expect(asked.prices == PriceChangeCounts(consentRequested: 1))
    #expect(try await renewal()?.priceIncreaseStatus == .pending)
    #expect(try await store.advance("P1M").events == 1)
    #expect(try await renewal()?.expirationIntent == .didNotConsentToPriceIncrease)
  }

  @Test(arguments: Site.allCases)
  func `a present plan is spared too while another one is chosen`(site: Site) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    try await alpha.buy("subscription.pro")
    #expect(try await alpha.buy("subscription.standard").purchase().scheduled)
    func quote() async throws -> Decimal? {
      try await alpha.quote("subscription.pro", quantity: 1, offer: nil).value.renewalPrice
    }
    let price = try #require(try await quote())

    let published = try await store.operator.change(
      .setPrice(productID: "subscription.pro", price: price + 1, policy: .preserve))

    #expect(published.changes.count == 1)
    #expect(try await quote() == price)
    try await alpha.buy("subscription.pro")
    try await store.advance("P6M")
    let last = try #require(try await alpha.purchases().value.subscriptions.first)
    #expect(try last.renewalInfo().renewalPrice == price.milliunits)
  }

  @Test(arguments: Site.allCases)
  func `a price that cannot be charged is refused, and nothing changes`(site: Site) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let prices = [Decimal(-1), Decimal(1999) / 1000, Decimal(1_000_000_000)]

    for price in prices {
      await #expect(throws: StoreError.invalidPrice(price: price, currency: "USD")) {
        try await store.operator.change(
          .setPrice(productID: "nonconsumable.car", price: price, policy: .inform))
      }
    }
    await #expect(throws: StoreError.unknownProduct(productID: "nonconsumable.boat")) {
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
    await #expect(throws: StoreError.unknownProduct(productID: "nonconsumable.car")) {
      try await alpha.quote("nonconsumable.car", quantity: 1, offer: nil)
    }
    #expect(try await store.advance("P1M").events == 1)
    let purchases = try await alpha.purchases().value
    #expect(
      try purchases.latest.map { try TransactionPayload.decoded(from: $0) }.contains {
        $0.transactionId == car && $0.revocationDate == nil
      })
    let ended = try purchases.subscriptions.first?.renewalInfo()
    #expect(ended?.expirationIntent == .productUnavailable)

    try await store.operator.change(.undoWithdraw(productID: "subscription.standard"))
    let again = try await store.operator.change(.undoWithdraw(productID: "subscription.standard"))
    #expect(again.changes.isEmpty)
    #expect(try await alpha.prices("subscription.standard").count == 1)
    try await alpha.buy("subscription.standard")
    await #expect(throws: StoreError.unknownProduct(productID: "nonconsumable.boat")) {
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

    let renewal = try await alpha.purchases().value.subscriptions.first?.renewalInfo()

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
    #expect(imported.prices == PriceChangeCounts(increased: 1))
    #expect(
      try await alpha.prices("journal.monthly", "subscription.standard", "nonconsumable.car")
        == ["journal.monthly": "4.99", "subscription.standard": "5.99"])
    let renewal = try await alpha.purchases().value.subscriptions.first?.renewalInfo()
    #expect(renewal?.renewalPrice == 5990)
    #expect(renewal?.priceIncreaseStatus == .agreed)
    #expect(try await alpha.storefront().value.countryCode == "USA", "the store's settings stay")
    #expect(try await alpha.purchases().value.latest.count == 2)
    #expect(imported.changes.first { $0.productID == "journal.monthly" }?.aspects == [.added])
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
      (String(repeating: " ", count: 4 * 1024 * 1024 + 1), "4194304 bytes"),
    ]

    for (text, reason) in refusals {
      let error = await #expect(throws: StoreError.self) {
        try await store.operator.change(.importCatalogue(configuration: text))
      }
      #expect(error?.code == .invalidCatalogue)
      #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
    }
    #expect(try await alpha.prices("nonconsumable.car").count == 1)
  }

  @Test(arguments: Site.allCases)
  func `a file that only has other offers, names or levels changes these and no price`(site: Site)
    async throws
  {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    try await store.operator.change(.importCatalogue(configuration: Self.journal))
    try await alpha.buy("journal.monthly")
    let plan = #""displayPrice": "4.99","#
    let offer = #" "introductoryOffer": {"paymentMode": "free", "subscriptionPeriod": "P1W"},"#
    let name = #" "localizations": [{"locale": "en_US", "displayName": "Diary"}],"#
    let edits: [(String, String, [String: [CatalogueChange.Aspect]])] = [
      (plan, plan + offer, ["journal.monthly": [.offers]]),
      (plan, plan + offer + name, ["journal.monthly": [.texts]]),
      (plan, plan, ["journal.monthly": [.offers, .texts]]),
      (#""Navigation","#, #""Routes","#, ["subscription.standard": [.texts]]),
      (#""Navigation","#, #""Navigation","#, ["subscription.standard": [.texts]]),
      (#""groupNumber": 3,"#, #""groupNumber": 2,"#, ["subscription.standard": [.other]]),
    ]

    for (text, edited, aspects) in edits {
      let imported = try await store.operator.change(
        .importCatalogue(configuration: Self.journal.replacing(text, with: edited)))
      let changes = imported.changes.map { ($0.productID, $0.aspects) }
      #expect(Dictionary(changes) { first, _ in first } == aspects)
      #expect(imported.changes.allSatisfy { $0.previousPrice == nil })
      #expect(imported.prices.total == 0)
    }
  }

  @Test(arguments: Site.allCases)
  func `a lower price is counted for the subscribers who pay it`(site: Site) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let plan = "subscription.standard"
    try await alpha.buy(plan)
    func price(_ cents: Int) async throws -> PriceChangeCounts {
      try await store.operator.change(
        .setPrice(productID: plan, price: .cents(cents), policy: .askConsent)
      ).prices
    }

    #expect(try await price(199) == PriceChangeCounts(decreased: 1))
    #expect(try await price(399) == PriceChangeCounts(consentRequested: 1))
    #expect(try await price(199).total == 0, "the price to which the customer agreed last")
    let other = try await store.operator.change(
      .setPrice(productID: "subscription.pro", price: .cents(999), policy: .inform))
    #expect(other.prices.total == 0)
  }

  @Test(arguments: Site.allCases)
  func `subscribers are not only informed of an increase for which Apple asks for their consent`(
    site: Site
  ) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let plan = "subscription.standard"
    try await alpha.buy(plan)
    func price(_ cents: Int, _ policy: PriceChangePolicy = .inform) async throws {
      try await store.operator.change(
        .setPrice(productID: plan, price: .cents(cents), policy: policy))
    }
    func refusal(of cents: Int) async -> ConsentRequirement? {
      let error = await #expect(throws: StoreError.self) { try await price(cents) }
      guard case .consentRequired(productID: plan, let requirement) = error else { return nil }
      return requirement
    }
    let above = ConsentRequirement.aboveThreshold(price: .cents(299), limit: 5, currency: "USD")

    #expect(await refusal(of: 800) == above)
    try await price(790, .preserve)
    #expect(await refusal(of: 800) == above, "this subscriber pays 2.99")
    try await price(299)
    let first = try await store.operator.perform(.clock).time.now
    try await price(399)
    try await store.advance("P11M")
    try await price(349)
    #expect(await refusal(of: 350) == .secondIncrease(date: first))
    try await store.advance("P1M")
    try await price(350)
    try await price(900, .askConsent)
    _ = try await store.operator.perform(.setStorefront(storefront: "POL"))
    #expect(await refusal(of: 901) == .law(storefront: "POL"))
    #expect(try await alpha.prices(plan) == [plan: "9"])
  }

  @Test(arguments: Site.allCases)
  func `an imported price is that of a test, and counts as the increase of its year`(site: Site)
    async throws
  {
    let (store, _, _) = try await ContractStore.withDevice(at: site)
    _ = try await store.operator.change(.importCatalogue(configuration: Self.journal))
    let dear = Self.journal.replacing("\"4.99\"", with: "\"49.99\"")

    let imported = try await store.operator.change(.importCatalogue(configuration: dear))

    let change = try #require(imported.changes.first { $0.previousPrice != nil })
    let error = await #expect(throws: StoreError.self) {
      try await store.operator.change(
        .setPrice(productID: change.productID, price: change.price + 1, policy: .inform))
    }
    #expect(error?.code == .consentRequired)
  }

  @Test(arguments: Site.allCases)
  func `two plans of a group cannot have a win-back offer with one ID`(site: Site) async throws {
    let (store, _, _) = try await ContractStore.withDevice(at: site)

    await #expect(
      throws: StoreError.invalidCatalogue(
        reason:
          "the plans 'a' and 'b' of one group both have the win-back offer 'back': give each offer "
          + "its own ID")
    ) {
      try await store.operator.change(.importCatalogue(configuration: Self.wonBack(groups: "gg")))
    }
    let imported = try await store.operator.change(
      .importCatalogue(configuration: Self.wonBack(groups: "gh")))
    #expect(imported.version == 2)
  }

  /// A file with the plans `a` and `b`, whose win-back offers have one ID.
  private static func wonBack(groups: String) -> String {
    let plans = zip(["a", "b"], groups).map { id, group in
      (
        group: group,
        json: """
        {"productID": "\(id)", "type": "RecurringSubscription", "displayPrice": "1",
         "recurringSubscriptionPeriod": "P1M", "winbackOffers": [
          {"offerID": "back", "paymentMode": "free", "subscriptionPeriod": "P1W"}]}
        """
      )
    }
    let lists = Dictionary(grouping: plans, by: \.group).map { group, plans in
      "{\"id\": \"\(group)\", \"subscriptions\": [\(plans.map(\.json).joined(separator: ","))]}"
    }
    return "{\"subscriptionGroups\": [\(lists.joined(separator: ","))]}"
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

/// The changes of the catalogue by a command.
private struct ChangedCatalogue {
  let version: Int
  let changes: [CatalogueChange]
  let prices: PriceChangeCounts
}

extension StoreOperator {
  @discardableResult
  fileprivate func change(_ command: OperatorCommand) async throws -> ChangedCatalogue {
    let answer = try await perform(command)
    guard case .catalogue(let version, let changes, let subscribers, let prices) = answer.value,
      subscribers == prices.total
    else {
      throw FixtureError(text: "\(answer.value)")
    }
    return ChangedCatalogue(version: version, changes: changes, prices: prices)
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
