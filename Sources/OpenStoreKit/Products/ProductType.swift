import AppStorePayloads

extension Product {
  /// The type of a product.
  public struct ProductType: RawRepresentable, Equatable, Hashable, Sendable {
    /// The type's name in signed transactions.
    public let rawValue: String

    /// Creates the type with this name in signed transactions.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A product that is used up and can be bought again.
    public static let consumable = ProductType(rawValue: "Consumable")
    /// A product that is bought once and does not expire.
    public static let nonConsumable = ProductType(rawValue: "Non-Consumable")
    /// A subscription whose end the app computes.
    public static let nonRenewable = ProductType(rawValue: "Non-Renewing Subscription")
    /// A subscription that renews until it is cancelled.
    public static let autoRenewable = ProductType(rawValue: "Auto-Renewable Subscription")

    /// The type's display name, in English.
    public var localizedDescription: String { rawValue }
  }
}

extension Product.ProductType {
  /// The quantities that one order may ask for.
  package var quantities: ClosedRange<Int> {
    AppStorePayloads.ProductType(rawValue: rawValue)?.quantities ?? 1...1
  }
}
