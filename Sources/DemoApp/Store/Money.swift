package import Foundation

/// The way in which a storefront writes amounts of one currency.
package struct MoneyFormat: Hashable, Sendable {
  package let currency: String
  package let locale: Locale

  package init(currency: String, locale: Locale) {
    self.currency = currency
    self.locale = locale
  }

  /// The amount as the App Store writes it: a part of a price is rounded away from zero.
  package func text(_ amount: Decimal) -> String {
    amount.formatted(
      Decimal.FormatStyle.Currency(code: currency, locale: locale)
        .rounded(rule: .toNearestOrAwayFromZero))
  }
}

/// An amount with its currency, which can be added to others.
package struct Money: Hashable, Sendable {
  package var amount: Decimal
  package let format: MoneyFormat

  package init(_ amount: Decimal, _ format: MoneyFormat) {
    self.amount = amount
    self.format = format
  }

  package var text: String { format.text(amount) }
}

/// The sums of some amounts, one for each currency.
struct MoneyTotal: Equatable, Sendable {
  /// One amount for each currency, in the order in which they were added.
  private(set) var amounts: [Money] = []
  /// Whether every amount was known.
  private(set) var isKnown = true

  /// Adds an amount; without it, the sum is not known.
  mutating func add(_ money: Money?) {
    guard let money else { return isKnown = false }
    if let index = amounts.firstIndex(where: { $0.format == money.format }) {
      amounts[index].amount += money.amount
    } else {
      amounts.append(money)
    }
  }

  /// "$4.99", or "$4.99 + ¥200"; empty if an amount is not known, or if there was none.
  var text: String { isKnown ? amounts.map(\.text).joined(separator: " + ") : "" }

  /// The sum if it has one currency and is known.
  var single: Money? { isKnown && amounts.count == 1 ? amounts.first : nil }
}
