package import Foundation

/// The reason why a higher price of a plan needs the consent of its subscribers.
///
/// Source: "About subscription price changes" in Apple Support (109501).
package enum ConsentRequirement: Codable, Hashable, Sendable {
  /// The price that is paid now rises by more than half, and by more than this amount per period.
  case aboveThreshold(price: Decimal, limit: Decimal, currency: String)
  /// The price last rose on this date, less than a year before.
  case secondIncrease(date: Date)
  /// The law of this country, in ISO 3166-1 alpha-3, requires consent to every increase.
  case law(storefront: String)

  // In JSON the name is the only key: `{"law": {"storefront": "DEU"}}`.
  package enum CodingKeys: String, CodingKey, CaseIterable {
    case aboveThreshold, secondIncrease, law
  }

  /// Returns the reason, as the end of a sentence about the price.
  func sentence(in timeZone: TimeZone) -> String {
    switch self {
    case .aboveThreshold(let price, let limit, let currency):
      "it is more than 50 % and more than \(limit) \(currency) a period above the present price of "
        + "\(price) \(currency)"
    case .secondIncrease(let date):
      "the price rose on \(date.isoTime(in: timeZone)), and a second increase within a year needs it"
    case .law(let storefront):
      "the law of the storefront \(storefront) requires it for every increase"
    }
  }
}
