import AppStorePayloads
package import StoreAPI

/// The file's names for product types; signed transactions use other names.
enum ConfigurationType: String, CaseIterable {
  case consumable = "Consumable"
  case nonConsumable = "NonConsumable"
  case nonRenewing = "NonRenewingSubscription"
  case recurring = "RecurringSubscription"

  static var names: [String] { allCases.map(\.rawValue) }

  var productType: ProductType {
    switch self {
    case .consumable: .consumable
    case .nonConsumable: .nonConsumable
    case .nonRenewing: .nonRenewable
    case .recurring: .autoRenewable
    }
  }
}

/// The file's names for payment modes of offers.
enum ConfigurationPaymentMode: String, CaseIterable {
  case free
  case payAsYouGo
  case payUpFront

  static var names: [String] { allCases.map(\.rawValue) }

  var discountType: OfferDiscountType {
    switch self {
    case .free: .freeTrial
    case .payAsYouGo: .payAsYouGo
    case .payUpFront: .payUpFront
    }
  }
}

/// The file's numbers for time rates.
package enum ConfigurationTimeRate {
  /// The numbers of all time rates except real time.
  static var accelerated: [Int] { TimeRate.allCases.map(\.rawValue).filter { $0 != 0 }.sorted() }

  /// Returns the store's time rate for this number, or `nil` if it is not a time rate.
  ///
  /// 1 to 6 are deprecated. They shorten the day instead of the month: to 1 h, 30 min, 5 min, 1
  /// min, 30 s and 1 s. A month then takes 30 h, 15 h, 2.5 h, 30 min, 15 min and 30 s. The last
  /// three are equal to a current rate; the first three become the slowest accelerated rate.
  package static func timeRate(_ number: Int) -> TimeRate? {
    switch number {
    case 1, 2, 3: .monthlyRenewalEveryHour
    case 4: .monthlyRenewalEveryThirtyMinutes
    case 5: .monthlyRenewalEveryFifteenMinutes
    case 6: .monthlyRenewalEveryThirtySeconds
    default: TimeRate(rawValue: number)
    }
  }
}
