package import Foundation
package import StoreAPI

/// What a store sells: products, subscription groups, and the settings a new store begins with.
///
/// A value that ``read(_:file:)`` made keeps these promises: product IDs are unique, group IDs are
/// unique, prices are not negative, the settings' storefront is one of ``Storefronts/all``, and
/// exactly the auto-renewable products have a ``Product/subscription``.
package struct Catalogue: Codable, Hashable, Sendable {
  /// In the order of the file: products, non-renewing subscriptions, then group by group.
  package var products: [Product]
  package var groups: [Group]
  package var settings: Settings

  package init(products: [Product], groups: [Group], settings: Settings = Settings()) {
    self.products = products
    self.groups = groups
    self.settings = settings
  }

  /// The product with this ID, if the catalogue has it.
  package func product(_ id: String) -> Product? {
    products.first { $0.id == id }
  }
}

extension Catalogue {
  /// One thing that can be bought.
  package struct Product: Codable, Hashable, Sendable, Identifiable {
    package var id: String
    /// Eight hexadecimal digits, or App Store Connect's number; empty where the file has none.
    package var internalID: String
    /// What the developer calls it; shown where no localization has a name.
    package var referenceName: String
    package var type: ProductType
    /// As written in the file, in no currency yet; not rounded.
    package var price: Decimal
    package var isFamilyShareable: Bool
    package var localizations: [Localization]
    /// What only an auto-renewable subscription has.
    package var subscription: Subscription?

    package init(
      id: String, internalID: String, referenceName: String, type: ProductType, price: Decimal,
      isFamilyShareable: Bool = false, localizations: [Localization] = [],
      subscription: Subscription? = nil
    ) {
      self.id = id
      self.internalID = internalID
      self.referenceName = referenceName
      self.type = type
      self.price = price
      self.isFamilyShareable = isFamilyShareable
      self.localizations = localizations
      self.subscription = subscription
    }
  }

  /// Names and descriptions in one language; either may be empty.
  package struct Localization: Codable, Hashable, Sendable {
    /// Spelled with an underscore, as in `en_US`.
    package var locale: String
    package var displayName: String
    package var description: String

    package init(locale: String, displayName: String, description: String) {
      self.locale = locale
      self.displayName = displayName
      self.description = description
    }
  }

  /// Plans of which a customer has at most one at a time.
  package struct Group: Codable, Hashable, Sendable, Identifiable {
    package var id: String
    /// What the developer calls it; customers see a localization or nothing.
    package var name: String
    package var localizations: [Localization]

    package init(id: String, name: String, localizations: [Localization] = []) {
      self.id = id
      self.name = name
      self.localizations = localizations
    }
  }

  /// What a new store takes from the file; an existing store keeps its own.
  package struct Settings: Codable, Hashable, Sendable {
    /// ISO 3166-1 alpha-3.
    package var storefront: String
    /// The language of names and descriptions, such as `en_US`.
    package var locale: String
    package var pace: Pace

    package init(storefront: String = "USA", locale: String = "en_US", pace: Pace = .realTime) {
      self.storefront = storefront
      self.locale = locale
      self.pace = pace
    }
  }
}
