import Foundation
import StoreAPI
import StoreEngine
import TestSupport

/// A product in plain numbers, which both the naive store and the real one sell.
struct NaiveProduct: Hashable {
  enum Kind: Hashable {
    case fuel, car, pass
    case plan(group: String, level: Int, length: NaiveLength, offer: IntroductoryOffer?)
  }

  /// An introductory offer of a plan.
  struct IntroductoryOffer: Hashable {
    var kind: OfferDiscountType
    var cents: Int
    /// The length of one period.
    var length: NaiveLength
    var periods = 1
  }

  let id: String
  let kind: Kind
  let cents: Int
}

/// The length of a period.
enum NaiveLength: Hashable {
  case weeks(Int)
  case months(Int)
}

extension NaiveProduct {
  /// Plans of three levels and different lengths, every kind of introductory offer, and a group
  /// with weekly periods.
  static let all: [NaiveProduct] = [
    NaiveProduct(id: "fuel", kind: .fuel, cents: 199),
    NaiveProduct(id: "car", kind: .car, cents: 999),
    NaiveProduct(id: "truck", kind: .car, cents: 1499),
    NaiveProduct(id: "pass", kind: .pass, cents: 499),
    plan(
      "pro", 1, .months(1), 499,
      IntroductoryOffer(kind: .payUpFront, cents: 199, length: .months(2))),
    plan(
      "premium", 2, .months(1), 299,
      IntroductoryOffer(kind: .payAsYouGo, cents: 99, length: .months(1), periods: 3)),
    plan("premium.plus", 2, .months(1), 349),
    plan("premium.yearly", 2, .months(12), 2999),
    plan(
      "standard", 3, .months(1), 99,
      IntroductoryOffer(kind: .freeTrial, cents: 0, length: .weeks(1))),
    plan("news.daily", 1, .weeks(1), 149, in: "news"),
    plan(
      "news.quarterly", 2, .months(3), 777,
      IntroductoryOffer(kind: .freeTrial, cents: 0, length: .weeks(2)), in: "news"),
  ]

  private static func plan(
    _ id: String, _ level: Int, _ length: NaiveLength, _ cents: Int,
    _ offer: IntroductoryOffer? = nil, in group: String = "navigation"
  ) -> NaiveProduct {
    NaiveProduct(
      id: id,
      kind: .plan(group: group, level: level, length: length, offer: offer),
      cents: cents)
  }

  var group: String? {
    guard case .plan(let group, _, _, _) = kind else { return nil }
    return group
  }
}

// The same products for the real store.
extension Market {
  static func selling(_ products: [NaiveProduct], at pace: Pace) -> Market {
    Market(products: products.map(StoreProduct.init), storefront: .unitedStates, pace: pace)
  }
}

extension StoreProduct {
  fileprivate init(_ product: NaiveProduct) {
    let price = "\(Decimal(product.cents) / 100)"
    switch product.kind {
    case .fuel: self = .test(product.id, .consumable, price)
    case .car: self = .test(product.id, .nonConsumable, price)
    case .pass: self = .test(product.id, .nonRenewable, price)
    case .plan(let group, let level, let length, let offer):
      self = .plan(
        product.id, level: level, price: price, period: Period(length),
        offer: offer.map(StoreOffer.init))
      subscription?.groupID = group
    }
  }
}

extension StoreOffer {
  fileprivate init(_ offer: NaiveProduct.IntroductoryOffer) {
    self.init(
      type: .introductory, discountType: offer.kind,
      price: Decimal(offer.cents) / 100, period: Period(offer.length),
      periodCount: offer.periods)
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
