package import Foundation

extension StoreProduct {
  /// The format of prices in the product's currency and storefront.
  package var priceFormatStyle: Decimal.FormatStyle.Currency {
    Decimal.FormatStyle.Currency(code: currency, locale: Locale(identifier: locale))
  }
}
