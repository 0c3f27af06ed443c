/// The App Store of one country in original StoreKit.
///
/// Source: "SKStorefront".
public final class SKStorefront: NSObject, Sendable {
  /// ISO 3166-1 alpha-3, such as `USA`.
  public let countryCode: String
  /// Apple's number of the storefront, such as `143441`.
  public let identifier: String

  init(_ storefront: Storefront) {
    countryCode = storefront.countryCode
    identifier = storefront.id
    super.init()
  }

  /// Returns whether both are the same storefront.
  public override func isEqual(_ object: Any?) -> Bool {
    identifier == (object as? SKStorefront)?.identifier
  }

  /// Hashes the value that `isEqual(_:)` compares.
  public override var hash: Int { identifier.hashValue }
}
