import Foundation
import StoreAPI
import StoreEngine
import TestSupport

// The naive store's products for the real store.
extension Market {
  static func selling(_ products: [NaiveProduct], at pace: Pace) -> Market {
    Market(products: products.map(StoreProduct.init), storefront: .unitedStates, pace: pace)
  }
}

extension StoreProduct {
  init(_ product: NaiveProduct) {
    let price = "\(Decimal(product.cents) / 100)"
    switch product.kind {
    case .fuel: self = .test(product.id, .consumable, price)
    case .car: self = .test(product.id, .nonConsumable, price)
    case .pass: self = .test(product.id, .nonRenewable, price)
    case .plan(let terms):
      self = .plan(
        product.id, level: terms.level, price: price, period: Period(terms.length),
        offer: terms.introductory.map(StoreOffer.init))
      subscription?.groupID = terms.group
      subscription?.winBackOffers = terms.winBacks.map(StoreOffer.init)
    }
  }
}

extension StoreOffer {
  fileprivate init(_ offer: NaiveOffer) {
    self.init(
      id: offer.id, type: offer.id == nil ? .introductory : .winBack, discountType: offer.kind,
      price: Decimal(offer.cents) / 100, period: Period(offer.length),
      periodCount: offer.periods, eligibility: WinBackEligibility(offer))
  }
}

extension WinBackEligibility {
  /// Returns `nil` for an introductory offer.
  fileprivate init?(_ offer: NaiveOffer) {
    guard offer.id != nil else { return nil }
    self.init(isEligible: offer.isEligible, rules: offer.rule.map(Rules.init))
  }
}

extension WinBackEligibility.Rules {
  fileprivate init(_ rule: NaiveOffer.Rule) {
    self.init(
      minimumPaidMonths: rule.paidMonths,
      minimumMonthsSinceEnd: rule.monthsSinceEnd.lowerBound,
      maximumMonthsSinceEnd: rule.monthsSinceEnd.upperBound,
      monthsBetweenOffers: rule.monthsBetween)
  }
}

extension Period {
  fileprivate init(_ length: NaiveLength) {
    switch length {
    case .weeks(let count): self = .weeks(count)
    case .months(let count): self = .months(count)
    }
  }
}
