import StoreAPI
import StoreEngine

extension RealStore {
  mutating func perform(_ change: StoreChange) {
    switch change {
    case .grace(let days): shop.market.gracePeriod = GracePeriod(rawValue: days) ?? .off
    case .renewalsFail(let isOn): shop.market.renewalsFail = isOn
    case .cap(let isOn): shop.market.renewalLimit = isOn ? 12 : nil
    case .price(let product, let cents, let policy):
      setPrice(of: product, cents: cents, PriceChangePolicy(policy))
    case .pace(let pace): shop.market.pace = pace
    case .withdraw(let product):
      withdrawn.insert(product)
      priceProducts()
    case .bringBack(let product):
      withdrawn.remove(product)
      priceProducts()
    }
  }

  /// Subscribers of a product that is not for sale are told too: it may come back.
  private mutating func setPrice(of product: String, cents: Int, _ policy: PriceChangePolicy) {
    let old = Market.selling(products, at: shop.market.pace, for: currency)
    guard let index = products.firstIndex(where: { $0.id == product }) else { return }
    products[index].cents = cents
    priceProducts()
    let new = Market.selling(products, at: shop.market.pace, for: currency)
    for subscription in shop.ledger.subscriptions.values.sorted(by: { $0.groupID < $1.groupID }) {
      let events = subscription.events(ofPriceChangeFrom: old, to: new, policy: policy)
      shop.draft.record(events, at: shop.now)
    }
  }

  /// Puts the products of today on sale.
  private mutating func priceProducts() {
    let sold = products.filter { !withdrawn.contains($0.id) }
    shop.market.products = Dictionary(
      uniqueKeysWithValues: sold.map { ($0.id, StoreProduct($0, for: currency)) })
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
