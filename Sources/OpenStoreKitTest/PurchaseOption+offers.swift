public import OpenStoreKit

extension Product.PurchaseOption {
  /// Buys a plan with one of its promotional offers, without a signature of the app's server.
  ///
  /// Only ``SKTestSession/buyProduct(identifier:options:)`` takes it; a purchase in the app ignores it.
  ///
  /// - Parameter id: The offer's ID.
  /// - Returns: The option.
  public static func promotionalOffer(id: String) -> Product.PurchaseOption {
    .testOffer(.promotional(id: id))
  }
}
