import StoreAPI

extension Product {
  /// What kind of in-app purchase a product is.
  public struct ProductType: RawRepresentable, Equatable, Hashable, Sendable {
    /// The word that signed transactions use.
    public let rawValue: String

    /// The type that signed transactions call `rawValue`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Used up, and can be bought again.
    public static let consumable = ProductType(rawValue: "Consumable")
    /// Bought once and kept.
    public static let nonConsumable = ProductType(rawValue: "Non-Consumable")
    /// Lasts for a time that the app computes.
    public static let nonRenewable = ProductType(rawValue: "Non-Renewing Subscription")
    /// Renews until it is cancelled.
    public static let autoRenewable = ProductType(rawValue: "Auto-Renewable Subscription")

    /// The type's name for people, in English.
    public var localizedDescription: String { rawValue }
  }
}

extension Product.ProductType {
  /// The quantities that one order may ask for.
  package var quantities: ClosedRange<Int> {
    StoreAPI.ProductType(rawValue: rawValue)?.quantities ?? 1...1
  }
}
