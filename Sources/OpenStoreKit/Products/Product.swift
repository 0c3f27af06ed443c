import AppStorePayloads
import StoreAPI

/// A product of this app, as the App Store sells it now in the customer's storefront.
///
/// Two values are equal if all their properties are.
public struct Product: Identifiable, Sendable {
  let record: StoreProduct
  let session: StoreSession

  /// The product ID, such as `nonconsumable.car`.
  public var id: String { record.id }
  /// The type of the product.
  public var type: ProductType { ProductType(rawValue: record.type.rawValue) }
  /// The name, in the storefront's language.
  public var displayName: String { record.displayName }
  /// The description, in the storefront's language.
  public var description: String { record.description }
  /// The price of one, in the storefront's currency.
  public var price: Decimal { record.price }
  /// The price, formatted for the storefront.
  public var displayPrice: String { price.formatted(priceFormatStyle) }
  /// Whether a family can share the purchase.
  public var isFamilyShareable: Bool { record.isFamilyShareable }
  /// The terms of an auto-renewable subscription; `nil` for every other type.
  public var subscription: SubscriptionInfo? {
    record.subscription.map {
      SubscriptionInfo(record: $0, priceFormatStyle: priceFormatStyle, session: session)
    }
  }

  /// The format of prices in the product's currency and storefront.
  public var priceFormatStyle: Decimal.FormatStyle.Currency { record.priceFormatStyle }
}

extension StoreProduct {
  var priceFormatStyle: Decimal.FormatStyle.Currency {
    Decimal.FormatStyle.Currency(code: currency, locale: Locale(identifier: locale))
  }
}

extension Product: Equatable, Hashable {
  /// Returns whether all properties are equal.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.record == rhs.record }

  /// Hashes the values that `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(record) }
}

extension Product: CustomDebugStringConvertible {
  /// The product ID, its type and its price.
  public var debugDescription: String { "Product(\(id), \(type.rawValue), \(displayPrice))" }
}
