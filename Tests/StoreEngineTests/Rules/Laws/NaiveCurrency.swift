import AppStorePayloads
import Foundation
import StoreAPI
import TestSupport

/// Two currencies with two digits and one without digits; amounts are whole cents or yen.
enum NaiveCurrency: String {
  case dollar = "USD"
  case euro = "EUR"
  case yen = "JPY"

  var storefront: StoreStorefront {
    switch self {
    case .dollar: .unitedStates
    case .euro:
      StoreStorefront(id: "143443", countryCode: "DEU", currency: "EUR", locale: "de_DE")
    case .yen:
      StoreStorefront(id: "143462", countryCode: "JPN", currency: "JPY", locale: "ja_JP")
    }
  }

  /// An amount as the store has it.
  func amount(_ units: Int) -> Decimal { self == .yen ? Decimal(units) : Decimal(units) / 100 }

  /// An amount of payloads, which have thousandths.
  func units(milliunits: Int64) -> Int { Int(milliunits) / (self == .yen ? 1000 : 10) }

  func units(_ amount: Decimal) -> Int { units(milliunits: amount.milliunits) }
}
