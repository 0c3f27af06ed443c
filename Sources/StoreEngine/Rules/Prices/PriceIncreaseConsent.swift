package import AppStorePayloads
package import Foundation
package import StoreAPI

/// Decides whether a higher price of a plan needs the consent of its subscribers, at one time in one
/// storefront.
///
/// It does if the price rises by more than half and by more than the threshold, if this is the
/// second increase within a year, or if the law requires it. Otherwise subscribers are only
/// informed.
///
/// Source: "About subscription price changes" in Apple Support (109501), and "Handling subscription price
/// changes" in the documentation of the Advanced Commerce API.
package struct PriceIncreaseConsent: Hashable, Sendable {
  package var storefront: StoreStorefront
  package var now: Date
  package var timeRate: TimeRate

  package init(storefront: StoreStorefront, now: Date, timeRate: TimeRate) {
    self.storefront = storefront
    self.now = now
    self.timeRate = timeRate
  }

  /// Returns why a new price needs consent; `nil` if it does not, as for every lower price.
  ///
  /// - Parameters:
  ///   - price: The price that is paid now, for each period.
  ///   - new: The new price, in the same currency.
  ///   - period: The period of the plan.
  ///   - last: The date on which the price last rose; `nil` if it never has.
  /// - Returns: The reason, or `nil`.
  package func requirement(
    from price: Decimal, to new: Decimal, every period: Period, lastIncrease last: Date?
  ) -> ConsentRequirement? {
    guard new > price else { return nil }
    if Self.countriesWithConsent.contains(storefront.countryCode) {
      return .law(storefront: storefront.countryCode)
    }
    let limit = Self.threshold(in: storefront.currency, every: period)
    if new - price > limit, new > price + price / 2 {
      return .aboveThreshold(price: price, limit: limit, currency: storefront.currency)
    }
    guard let last, now < endOfYear(after: last, forPlanOf: period) else { return nil }
    return .secondIncrease(date: last)
  }

  /// A year is as long as twelve months of a subscription.
  private func endOfYear(after date: Date, forPlanOf period: Period) -> Date {
    Period(1, .year).map { timeRate.date(of: $0, after: date, forPlanOf: period) } ?? date
  }

  /// The storefronts whose subscribers must agree to every increase: Austria, Germany and Poland.
  ///
  /// Source: Apple Developer News of 16 May 2025, "Tax and price updates for apps, In-App Purchases, and
  /// subscriptions".
  private static let countriesWithConsent: Set = ["AUT", "DEU", "POL"]
}

extension PriceIncreaseConsent {
  /// The amount in a currency above which an increase may need consent: about 5 USD for each period, and
  /// about 50 USD for a plan whose periods last a year or longer.
  package static func threshold(in currency: String, every period: Period) -> Decimal {
    let amount = thresholds[currency] ?? 5
    return period.days >= 360 ? amount * 10 : amount
  }

  /// The equivalents of 5 USD in the currencies of all storefronts.
  ///
  /// Apple says that it uses the equivalents in other currencies at current exchange rates, and
  /// publishes no amounts. These are the rates of the end of 2025, rounded, so that a test never
  /// depends on a rate.
  private static let thresholds: [String: Decimal] = [
    "AUD": 7.5, "BRL": 27, "CAD": 7, "CHF": 4, "CNY": 35, "EUR": 4.5, "GBP": 4, "HKD": 39,
    "INR": 450, "JPY": 780, "KRW": 7_300, "MXN": 90, "PLN": 18, "RUB": 400, "SEK": 47, "SGD": 6.5,
    "TRY": 210, "TWD": 155, "USD": 5,
  ]
}
