import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import TestSupport

// The naive store's products for the real store.
extension CatalogueSnapshot {
  static func selling(
    _ products: [NaiveProduct], at timeRate: TimeRate, for currency: NaiveCurrency
  ) -> CatalogueSnapshot {
    CatalogueSnapshot(
      products: products.map { StoreProduct($0, for: currency) },
      storefront: currency.storefront, rules: StoreRules(timeRate: timeRate))
  }
}

extension StoreProduct {
  init(_ product: NaiveProduct, for currency: NaiveCurrency) {
    let price = "\(currency.amount(product.cents))"
    switch product.kind {
    case .fuel: self = .test(product.id, .consumable, price)
    case .car: self = .test(product.id, .nonConsumable, price)
    case .pass: self = .test(product.id, .nonRenewable, price)
    case .plan(let terms):
      self = .plan(
        product.id, level: terms.level, price: price, period: Period(terms.length),
        offer: terms.introductory.map { StoreOffer($0, for: currency) })
      subscription?.groupID = terms.group
      subscription?.promotionalOffers = terms.promotionals.map { StoreOffer($0, for: currency) }
      subscription?.winBackOffers = terms.winBacks.map { StoreOffer($0, for: currency) }
    }
    self.currency = currency.rawValue
  }
}

extension StoreOffer {
  init(_ offer: NaiveOffer, for currency: NaiveCurrency) {
    self.init(
      id: offer.id, type: offer.type, discountType: offer.kind,
      price: currency.amount(offer.cents), period: Period(offer.length),
      periodCount: offer.periods, eligibility: WinBackEligibility(offer))
  }
}

extension WinBackEligibility {
  /// Returns `nil` unless it is a win-back offer.
  fileprivate init?(_ offer: NaiveOffer) {
    guard offer.type == .winBack else { return nil }
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

extension NaiveLength {
  init(_ period: Period) throws {
    switch period.unit {
    case .week: self = .weeks(period.value)
    case .month: self = .months(period.value)
    case .day, .year: throw UnexpectedValue(text: "a length of \(period)")
    }
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
