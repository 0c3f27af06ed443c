package import AppStorePayloads
package import Foundation
package import StoreAPI

/// The contents of a store: products, subscription groups, and the settings of a new store.
///
/// In a value that ``read(_:file:)`` returned, product IDs are unique, group IDs are unique, prices
/// are not negative, and the settings' storefront is one of ``StorefrontList/all``. Every
/// auto-renewable product has a ``Product/subscription``; no other product does.
package struct Catalogue: Codable, Hashable, Sendable {
  /// In the order of the file: products, non-renewing subscriptions, then group by group.
  package var products: [Product]
  package var groups: [Group]
  package var settings = Settings()
  /// The key with which the file's offers are signed in tests; a store keeps it elsewhere.
  package var offerKey: OfferKey?

  // A stored version has no offer key.
  enum CodingKeys: String, CodingKey, CaseIterable { case products, groups, settings }

  /// Returns the product with this ID, or `nil` if the catalogue has none.
  package func product(_ id: String) -> Product? {
    products.first { $0.id == id }
  }
}

extension Catalogue {
  /// A product that customers can buy.
  package struct Product: Codable, Hashable, Sendable, Identifiable {
    package var id: String
    /// Eight hexadecimal digits, or App Store Connect's number; empty if the file has none.
    package var internalID: String
    /// The developer's name for it; customers see it if no localization has a name.
    package var referenceName: String
    package var type: ProductType
    /// The number in the file, without a currency and not rounded.
    package var price: Decimal
    package var isFamilyShareable: Bool
    package var localizations: [Localization]
    /// The terms of an auto-renewable subscription; `nil` for every other product.
    package var subscription: Subscription?
    /// Absent from the JSON of a product that is for sale, as in the first version.
    private(set) var storedIsForSale: Bool?
    /// The date on which the price of a plan last rose for its subscribers; `nil` in a file, and if
    /// it never has.
    package var priceIncreaseDate: Date?

    enum CodingKeys: String, CodingKey, CaseIterable {
      case id, internalID, referenceName, type, price, isFamilyShareable, localizations,
        subscription
      case storedIsForSale = "isForSale"
      case priceIncreaseDate
    }

    /// Whether customers can buy it; those who own it keep it either way.
    package var isForSale: Bool {
      get { storedIsForSale ?? true }
      set { storedIsForSale = newValue ? nil : false }
    }
  }

  /// A name and a description in one language; either may be empty.
  package struct Localization: Codable, Hashable, Sendable {
    /// Spelled with an underscore, as in `en_US`.
    package var locale: String
    package var displayName: String
    package var description: String

    enum CodingKeys: String, CodingKey, CaseIterable { case locale, displayName, description }
  }

  /// A subscription group: a customer has at most one of its plans at a time.
  package struct Group: Codable, Hashable, Sendable, Identifiable {
    package var id: String
    /// The developer's name for it; customers see the name of a localization, or none.
    package var name: String
    package var localizations: [Localization]

    enum CodingKeys: String, CodingKey, CaseIterable { case id, name, localizations }
  }

  /// The settings of a new store; an existing store keeps its own.
  package struct Settings: Codable, Hashable, Sendable {
    /// ISO 3166-1 alpha-3.
    package var storefront = "USA"
    /// The language of names and descriptions, such as `en_US`.
    package var locale = "en_US"
    package var rules = StoreRules()
    package var simulatedErrors: SimulatedErrors = [:]
    /// The switches that the file turns on and a store ignores.
    package var unsupportedSettings: [UnsupportedSetting] = []
  }
}

// A store keeps the other settings outside the catalogue, and does not keep ignored switches.
extension Catalogue.Settings {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case storefront, locale
    case timeRate = "pace"
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    storefront = try container.decode(String.self, forKey: .storefront)
    locale = try container.decode(String.self, forKey: .locale)
    rules = StoreRules(timeRate: try container.decode(TimeRate.self, forKey: .timeRate))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(storefront, forKey: .storefront)
    try container.encode(locale, forKey: .locale)
    try container.encode(rules.timeRate, forKey: .timeRate)
  }
}
