package import StoreAPI

/// The storefronts that a store can have.
///
/// The numbers are Apple's storefront identifiers, which the App Store sends as
/// `X-Apple-Store-Front`. Apple publishes no list today; several independent public lists agree on
/// these. The currencies are those of each country's App Store.
package enum StorefrontList {
  /// Returns the storefront of the country with this ISO 3166-1 alpha-3 code, in capitals, or `nil`
  /// if it is not in the list.
  package static func named(_ countryCode: String) -> StoreStorefront? {
    all.first { $0.countryCode == countryCode }
  }

  /// Returns the storefront of a store's settings.
  ///
  /// - Throws: ``StoreAPI/StoreError/unavailable(reason:)`` if it is not in the list.
  static func known(_ countryCode: String) throws(StoreError) -> StoreStorefront {
    guard let storefront = named(countryCode) else {
      throw .unavailable(reason: "the store's storefront '\(countryCode)' is unknown")
    }
    return storefront
  }

  /// Sorted by country code.
  package static let all: [StoreStorefront] = [
    storefront(143460, "AUS", "AUD", "en_AU"),
    storefront(143503, "BRA", "BRL", "pt_BR"),
    storefront(143455, "CAN", "CAD", "en_CA"),
    storefront(143459, "CHE", "CHF", "de_CH"),
    storefront(143465, "CHN", "CNY", "zh_CN"),
    storefront(143443, "DEU", "EUR", "de_DE"),
    storefront(143454, "ESP", "EUR", "es_ES"),
    storefront(143447, "FIN", "EUR", "fi_FI"),
    storefront(143442, "FRA", "EUR", "fr_FR"),
    storefront(143444, "GBR", "GBP", "en_GB"),
    storefront(143463, "HKG", "HKD", "zh_HK"),
    storefront(143467, "IND", "INR", "en_IN"),
    storefront(143450, "ITA", "EUR", "it_IT"),
    storefront(143462, "JPN", "JPY", "ja_JP"),
    storefront(143466, "KOR", "KRW", "ko_KR"),
    storefront(143468, "MEX", "MXN", "es_MX"),
    storefront(143452, "NLD", "EUR", "nl_NL"),
    storefront(143478, "POL", "PLN", "pl_PL"),
    storefront(143469, "RUS", "RUB", "ru_RU"),
    storefront(143456, "SWE", "SEK", "sv_SE"),
    storefront(143464, "SGP", "SGD", "en_SG"),
    storefront(143480, "TUR", "TRY", "tr_TR"),
    storefront(143470, "TWN", "TWD", "zh_TW"),
    storefront(143441, "USA", "USD", "en_US"),
  ]

  private static func storefront(
    _ id: Int, _ countryCode: String, _ currency: String, _ locale: String
  ) -> StoreStorefront {
    StoreStorefront(
      id: String(id), countryCode: countryCode, currency: currency, locale: locale)
  }
}
