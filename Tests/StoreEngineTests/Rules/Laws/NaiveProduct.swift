import Foundation
import StoreAPI
import StoreEngine
import TestSupport

/// Something that is for sale, in plain numbers: the naive store and the real one both sell it.
struct NaiveGood: Hashable {
  enum Kind: Hashable {
    case fuel, car, pass
    case plan(group: String, level: Int, lasting: NaiveLength, introduction: Introduction?)
  }

  /// How a plan's first periods are cheaper.
  struct Introduction: Hashable {
    var kind: OfferDiscountType
    var cents: Int
    /// The length of one period.
    var lasting: NaiveLength
    var periods = 1
  }

  let id: String
  let kind: Kind
  let cents: Int
}

/// How long a period is.
enum NaiveLength: Hashable {
  case weeks(Int)
  case months(Int)
}

extension NaiveGood {
  /// Three levels, lengths that differ, every kind of introduction, and a group that counts weeks.
  static let all: [NaiveGood] = [
    NaiveGood(id: "fuel", kind: .fuel, cents: 199),
    NaiveGood(id: "car", kind: .car, cents: 999),
    NaiveGood(id: "truck", kind: .car, cents: 1499),
    NaiveGood(id: "pass", kind: .pass, cents: 499),
    plan(
      "pro", 1, .months(1), 499,
      Introduction(kind: .payUpFront, cents: 199, lasting: .months(2))),
    plan(
      "premium", 2, .months(1), 299,
      Introduction(kind: .payAsYouGo, cents: 99, lasting: .months(1), periods: 3)),
    plan("premium.plus", 2, .months(1), 349),
    plan("premium.yearly", 2, .months(12), 2999),
    plan(
      "standard", 3, .months(1), 99,
      Introduction(kind: .freeTrial, cents: 0, lasting: .weeks(1))),
    plan("news.daily", 1, .weeks(1), 149, in: "news"),
    plan(
      "news.quarterly", 2, .months(3), 777,
      Introduction(kind: .freeTrial, cents: 0, lasting: .weeks(2)), in: "news"),
  ]

  private static func plan(
    _ id: String, _ level: Int, _ length: NaiveLength, _ cents: Int,
    _ introduction: Introduction? = nil, in group: String = "navigation"
  ) -> NaiveGood {
    NaiveGood(
      id: id,
      kind: .plan(group: group, level: level, lasting: length, introduction: introduction),
      cents: cents)
  }

  var group: String? {
    guard case .plan(let group, _, _, _) = kind else { return nil }
    return group
  }
}

// The same goods for the real store.
extension Market {
  static func selling(_ goods: [NaiveGood], at pace: Pace) -> Market {
    Market(products: goods.map(StoreProduct.init), storefront: .unitedStates, pace: pace)
  }
}

extension StoreProduct {
  fileprivate init(_ good: NaiveGood) {
    let price = "\(Decimal(good.cents) / 100)"
    switch good.kind {
    case .fuel: self = .test(good.id, .consumable, price)
    case .car: self = .test(good.id, .nonConsumable, price)
    case .pass: self = .test(good.id, .nonRenewable, price)
    case .plan(let group, let level, let length, let introduction):
      self = .plan(
        good.id, level: level, price: price, period: Period(length),
        offer: introduction.map(StoreOffer.init))
      subscription?.groupID = group
    }
  }
}

extension StoreOffer {
  fileprivate init(_ introduction: NaiveGood.Introduction) {
    self.init(
      type: .introductory, discountType: introduction.kind,
      price: Decimal(introduction.cents) / 100, period: Period(introduction.lasting),
      periodCount: introduction.periods)
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
