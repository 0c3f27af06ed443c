import StoreAPI
import StoreOperatorAPI

@testable import StoreEngine

extension RealStore {
  mutating func perform(_ change: StoreChange) throws {
    switch change {
    case .grace(let days, let paidToPaid):
      shop.snapshot.rules.gracePeriod = GracePeriod(rawValue: days) ?? .off
      shop.snapshot.rules.gracePeriodRenewalType = paidToPaid ? .paidToPaidOnly : .allRenewals
    case .renewalsFail(let isOn): shop.snapshot.rules.renewalsFail = isOn
    case .askToBuy(let isOn): shop.snapshot.rules.askToBuy = isOn
    case .interrupted(let isOn): shop.snapshot.rules.interruptedPurchases = isOn
    case .cap(let isOn): shop.snapshot.rules.isRenewalLimited = isOn
    case .price(let product, let cents, let policy):
      setPrice(of: product, cents: cents, PriceChangePolicy(policy))
    case .timeRate(let timeRate): shop.snapshot.rules.timeRate = timeRate
    case .storefront(let new): setCurrency(new)
    case .withdraw(let product):
      withdrawn.insert(product)
      priceProducts()
    case .bringBack(let product):
      withdrawn.remove(product)
      priceProducts()
    case .importFile(let prices, let gone): try importFile(prices, gone)
    }
  }

  private mutating func setPrice(of product: String, cents: Int, _ policy: PriceChangePolicy) {
    guard let index = products.firstIndex(where: { $0.id == product }) else { return }
    change(policy) { $0.products[index].cents = cents }
  }

  private mutating func setCurrency(_ new: NaiveCurrency) {
    guard new != currency else { return }
    currency = new
    shop.snapshot.storefront = new.storefront
    priceProducts()
    let snapshot = CatalogueSnapshot.selling(products, at: shop.snapshot.rules.timeRate, for: new)
    endedPrices.formUnion(shop.endAgreedPrices(in: snapshot).map(\.endOfPrice))
  }

  private mutating func importFile(_ prices: [String: Int], _ gone: Set<String>) throws {
    var priced = products
    for index in priced.indices {
      priced[index].cents = prices[priced[index].id] ?? priced[index].cents
    }
    let file = catalogue(of: priced.filter { !gone.contains($0.id) })
    let imported = try catalogue(of: products).replaced(by: file)
    change(.inform) { [currency] store in
      for index in store.products.indices {
        guard let product = imported.product(store.products[index].id) else { continue }
        store.products[index].cents = currency.units(product.price)
      }
      store.withdrawn = Set(imported.products.filter { !$0.isForSale }.map(\.id))
    }
  }

  private func catalogue(of products: [NaiveProduct]) -> Catalogue {
    Catalogue(
      products: products.map { Catalogue.Product(StoreProduct($0, for: currency)) }, groups: [])
  }

  /// Changes the products of today, and notifies the subscribers of new prices.
  ///
  /// Subscribers of a product that is not for sale are notified too, because it may be sold again.
  private mutating func change(_ policy: PriceChangePolicy, _ body: (inout RealStore) -> Void) {
    let old = CatalogueSnapshot.selling(products, at: shop.snapshot.rules.timeRate, for: currency)
    body(&self)
    priceProducts()
    let new = CatalogueSnapshot.selling(products, at: shop.snapshot.rules.timeRate, for: currency)
    for subscription in shop.ledger.subscriptions.values.sorted(by: { $0.groupID < $1.groupID }) {
      let events = subscription.events(ofPriceChangeFrom: old, to: new, policy: policy)
      shop.draft.record(events, at: shop.now, in: shop.snapshot)
    }
  }

  /// Puts the products of today on sale.
  private mutating func priceProducts() {
    let sold = products.filter { !withdrawn.contains($0.id) }
    shop.snapshot.products = Dictionary(
      uniqueKeysWithValues: sold.map { ($0.id, StoreProduct($0, for: currency)) })
  }
}

extension Catalogue.Product {
  fileprivate init(_ product: StoreProduct) {
    self.init(
      id: product.id, internalID: "", referenceName: "", type: product.type, price: product.price,
      isFamilyShareable: false, localizations: [],
      subscription: product.subscription.map { plan in
        Catalogue.Subscription(
          groupID: plan.groupID, groupLevel: plan.groupLevel, period: plan.period,
          introductoryOffer: plan.introductoryOffer, promotionalOffers: plan.promotionalOffers,
          winBackOffers: plan.winBackOffers, codeOffers: [])
      })
  }
}

extension LedgerEvent {
  fileprivate var endOfPrice: String {
    switch self {
    case .billingIssueChanged: "price of a failed renewal ended"
    case .offerPriceChanged: "price of a running offer changed"
    case .nextOfferPriceChanged: "price of a redeemed offer changed"
    default: "agreed price ended"
    }
  }
}

extension PriceChangePolicy {
  fileprivate init(_ policy: StoreChange.PricePolicy) {
    switch policy {
    case .inform: self = .inform
    case .ask: self = .askConsent
    case .spare: self = .preserve
    }
  }
}
