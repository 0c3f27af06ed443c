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

  /// Redeems a new code of a code offer.
  ///
  /// Only ``SKTestSession/buyProduct(identifier:options:)`` takes it; a purchase in the app ignores it.
  ///
  /// - Parameter referenceName: The offer's reference name in the configuration file; or the ID of the
  ///   product, if it is not a plan.
  /// - Returns: The option.
  public static func codeOffer(referenceName: String) -> Product.PurchaseOption {
    .testOffer(.code(referenceName: referenceName))
  }
}
