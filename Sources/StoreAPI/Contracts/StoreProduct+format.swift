package import Foundation

extension StoreProduct {
  /// How amounts of the product's currency are written in its storefront.
  package var priceFormatStyle: Decimal.FormatStyle.Currency {
    Decimal.FormatStyle.Currency(code: currency, locale: Locale(identifier: locale))
  }
}
