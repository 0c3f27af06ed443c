package import Foundation
import OpenStoreKit

/// A product as the shop shows it: a plain value, so that a screen is drawn without a store.
package struct ProductRow: Codable, Hashable, Identifiable, Sendable {
  /// The types of the App Store that this app knows, with StoreKit's raw values.
  package enum Kind: String, Codable, Sendable {
    case consumable = "Consumable"
    case nonConsumable = "Non-Consumable"
    case nonRenewable = "Non-Renewing Subscription"
    case autoRenewable = "Auto-Renewable Subscription"

    /// The quantities that can be bought at once.
    package var quantities: ClosedRange<Int> {
      Product.ProductType(rawValue: rawValue).quantities
    }
  }

  package let id: String
  package let kind: Kind
  package let displayName: String
  package let description: String
  package let price: Decimal
  /// The price in the storefront's currency and the customer's locale, as the store words it.
  package let displayPrice: String
  package let isFamilyShareable: Bool
  /// Only auto-renewable subscriptions have one.
  package let plan: Plan?

  package init(
    id: String, kind: Kind, displayName: String, description: String, price: Decimal,
    displayPrice: String, isFamilyShareable: Bool = false, plan: Plan? = nil
  ) {
    self.id = id
    self.kind = kind
    self.displayName = displayName
    self.description = description
    self.price = price
    self.displayPrice = displayPrice
    self.isFamilyShareable = isFamilyShareable
    self.plan = plan
  }
}

extension ProductRow {
  /// What an auto-renewable subscription says beside its price.
  package struct Plan: Codable, Hashable, Sendable {
    package let groupID: String
    /// 1 is the highest level of service.
    package let groupLevel: Int
    package let period: PlanPeriod
    /// The introductory offer, when this customer may have it.
    package let introductoryOffer: Introductory?

    package init(
      groupID: String, groupLevel: Int, period: PlanPeriod, introductoryOffer: Introductory? = nil
    ) {
      self.groupID = groupID
      self.groupLevel = groupLevel
      self.period = period
      self.introductoryOffer = introductoryOffer
    }
  }

  /// How the first time is paid for.
  package struct Introductory: Codable, Hashable, Sendable {
    /// StoreKit's payment modes, with its raw values.
    package enum Mode: String, Codable, Sendable {
      case freeTrial = "FreeTrial"
      case payAsYouGo = "PayAsYouGo"
      case payUpFront = "PayUpFront"
    }

    package let mode: Mode
    package let displayPrice: String
    package let period: PlanPeriod
    /// 1 except when each of several periods is paid.
    package let periodCount: Int

    package init(mode: Mode, displayPrice: String, period: PlanPeriod, periodCount: Int = 1) {
      self.mode = mode
      self.displayPrice = displayPrice
      self.period = period
      self.periodCount = periodCount
    }
  }
}

/// A whole number of days, weeks, months or years.
package struct PlanPeriod: Codable, Hashable, Sendable {
  package enum Unit: String, Codable, Sendable { case day, week, month, year }

  package let unit: Unit
  package let value: Int

  package init(unit: Unit, value: Int) {
    self.unit = unit
    self.value = value
  }

  /// "month", "2 months": what stands after "/" or "every".
  package var unitText: String { value == 1 ? unit.rawValue : text }

  /// "1 month", "2 months": what stands after "for".
  package var text: String { value == 1 ? "1 \(unit.rawValue)" : "\(value) \(unit.rawValue)s" }

  /// This many periods in a row as one.
  package func times(_ count: Int) -> PlanPeriod { PlanPeriod(unit: unit, value: value * count) }
}
