import AppStorePayloads
import Foundation
import StoreEngine
import TestSupport

/// A product in plain numbers, which both the naive store and the real one sell.
struct NaiveProduct: Hashable {
  enum Kind: Hashable {
    case fuel, car, pass
    case plan(Terms)
  }

  /// The terms of a plan.
  struct Terms: Hashable {
    var group: String
    var level: Int
    var length: NaiveLength
    var introductory: NaiveOffer?
    var winBacks: [NaiveOffer] = []
    var promotionals: [NaiveOffer] = []
  }

  let id: String
  let kind: Kind
  /// The price of today.
  var cents: Int
}

/// An offer of a plan.
struct NaiveOffer: Hashable {
  /// When App Store Connect offers it to a former subscriber.
  struct Rule: Hashable {
    var paidMonths: Int
    var monthsSinceEnd: ClosedRange<Int>
    var monthsBetween: Int
  }

  /// `nil` for an introductory offer.
  var id: String?
  var type = OfferType.introductory
  var kind: OfferDiscountType
  var cents: Int
  /// The length of one period.
  var length: NaiveLength
  var periods = 1
  /// The file's text for a win-back offer without a rule.
  var isEligible = true
  var rule: Rule?
}

/// The length of a period.
enum NaiveLength: Hashable {
  case weeks(Int)
  case months(Int)

  /// As win-back rules count it.
  var days: Int {
    switch self {
    case .weeks(let count): count * 7
    case .months(let count): count * 30
    }
  }
}

extension NaiveOffer {
  /// The length of all its periods.
  var wholeLength: NaiveLength {
    switch length {
    case .weeks(let count): .weeks(count * periods)
    case .months(let count): .months(count * periods)
    }
  }
}

extension NaiveProduct {
  /// Plans of three levels and different lengths, every kind of introductory and promotional offer,
  /// win-back offers with and without a rule, and a group with weekly periods.
  static let all: [NaiveProduct] = [
    NaiveProduct(id: "fuel", kind: .fuel, cents: 199),
    NaiveProduct(id: "car", kind: .car, cents: 999),
    NaiveProduct(id: "truck", kind: .car, cents: 1499),
    NaiveProduct(id: "pass", kind: .pass, cents: 499),
    plan(
      "pro", 1, .months(1), 499,
      NaiveOffer(kind: .payUpFront, cents: 199, length: .months(2)),
      [
        NaiveOffer(
          id: "pro.never", type: .winBack, kind: .freeTrial, cents: 0, length: .months(1),
          isEligible: false),
        NaiveOffer(
          id: "pro.back", type: .winBack, kind: .payUpFront, cents: 249, length: .months(3)),
      ],
      [
        NaiveOffer(
          id: "pro.loyal", type: .promotional, kind: .payUpFront, cents: 999, length: .months(3))
      ]),
    plan(
      "premium", 2, .months(1), 299,
      NaiveOffer(kind: .payAsYouGo, cents: 99, length: .months(1), periods: 3), [],
      [
        NaiveOffer(
          id: "premium.loyal", type: .promotional, kind: .payAsYouGo, cents: 149,
          length: .months(1), periods: 2)
      ]),
    plan("premium.plus", 2, .months(1), 349),
    plan("premium.yearly", 2, .months(12), 2999),
    plan(
      "standard", 3, .months(1), 99,
      NaiveOffer(kind: .freeTrial, cents: 0, length: .weeks(1)),
      [
        NaiveOffer(
          id: "standard.free", type: .winBack, kind: .freeTrial, cents: 0, length: .months(1),
          isEligible: false,
          rule: .init(paidMonths: 2, monthsSinceEnd: 1...6, monthsBetween: 3))
      ],
      [
        NaiveOffer(
          id: "standard.loyal", type: .promotional, kind: .freeTrial, cents: 0,
          length: .months(2))
      ]),
    plan(
      "news.daily", 1, .weeks(1), 149, nil,
      [
        NaiveOffer(
          id: "news.back", type: .winBack, kind: .payAsYouGo, cents: 49, length: .weeks(1),
          periods: 2)
      ], in: "news"),
    plan(
      "news.quarterly", 2, .months(3), 777,
      NaiveOffer(kind: .freeTrial, cents: 0, length: .weeks(2)), in: "news"),
  ]

  private static func plan(
    _ id: String, _ level: Int, _ length: NaiveLength, _ cents: Int,
    _ introductory: NaiveOffer? = nil, _ winBacks: [NaiveOffer] = [],
    _ promotionals: [NaiveOffer] = [], in group: String = "navigation"
  ) -> NaiveProduct {
    let terms = Terms(
      group: group, level: level, length: length, introductory: introductory, winBacks: winBacks,
      promotionals: promotionals)
    return NaiveProduct(id: id, kind: .plan(terms), cents: cents)
  }

  /// `nil` unless it is a plan.
  var terms: Terms? {
    guard case .plan(let terms) = kind else { return nil }
    return terms
  }

  var group: String? { terms?.group }

  /// How many of it one order can have.
  var quantities: ClosedRange<Int> { kind == .fuel || kind == .pass ? 1...10 : 1...1 }
}
