import StoreAPI

/// Something that the App Store sells for this app, as it is sold now and here.
///
/// Two values are equal when everything that the store says about the product is the same.
public struct Product: Identifiable, Sendable {
  let record: StoreProduct
  let session: StoreSession

  /// What names the product for ever, such as `nonconsumable.car`.
  public var id: String { record.id }
  /// What kind of purchase the product is.
  public var type: ProductType { ProductType(rawValue: record.type.rawValue) }
  /// The name, in the storefront's language.
  public var displayName: String { record.displayName }
  /// What the customer gets, in the storefront's language.
  public var description: String { record.description }
  /// What one piece costs, in the storefront's currency.
  public var price: Decimal { record.price }
  /// The price as the storefront's customers write it.
  public var displayPrice: String { price.formatted(priceFormatStyle) }
  /// Whether a family can share the purchase.
  public var isFamilyShareable: Bool { record.isFamilyShareable }
  /// What only an auto-renewable subscription has; `nil` for every other type.
  public var subscription: SubscriptionInfo? {
    record.subscription.map {
      SubscriptionInfo(record: $0, priceFormatStyle: priceFormatStyle, session: session)
    }
  }

  /// How amounts of the product's currency are written in its storefront.
  public var priceFormatStyle: Decimal.FormatStyle.Currency { record.priceFormatStyle }
}

extension StoreProduct {
  var priceFormatStyle: Decimal.FormatStyle.Currency {
    Decimal.FormatStyle.Currency(code: currency, locale: Locale(identifier: locale))
  }
}

extension Product: Equatable, Hashable {
  /// Whether the store says the same about both products.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.record == rhs.record }

  /// Feeds everything that the store says about the product.
  public func hash(into hasher: inout Hasher) { hasher.combine(record) }
}

extension Product: CustomDebugStringConvertible {
  /// The product ID, its type and its price.
  public var debugDescription: String { "Product(\(id), \(type.rawValue), \(displayPrice))" }
}
