import Foundation
import StoreAPI
import TestSupport

/// A currency with two digits and one without digits; amounts are whole cents or yen.
enum NaiveCurrency: String, CaseIterable {
  case dollar = "USD"
  case yen = "JPY"

  var storefront: StoreStorefront {
    switch self {
    case .dollar: .unitedStates
    case .yen:
      StoreStorefront(id: "143462", countryCode: "JPN", currency: "JPY", locale: "ja_JP")
    }
  }

  /// An amount as the store has it.
  func amount(_ units: Int) -> Decimal { self == .dollar ? Decimal(units) / 100 : Decimal(units) }

  /// An amount of payloads, which have thousandths.
  func units(milliunits: Int64) -> Int { Int(milliunits) / (self == .dollar ? 10 : 1000) }

  func units(_ amount: Decimal) -> Int { units(milliunits: amount.milliunits) }
}
