import StoreAPI

/// A product of this app in original StoreKit, as the App Store sells it in the customer's storefront.
///
/// A request returns products; see ``SKProductsRequest``. Two products are equal if all their
/// properties are. A test may subclass this and override the properties: a product that ``init()``
/// makes is empty, and the store does not sell it. Source: "SKProduct".
open class SKProduct: NSObject {
  /// A unit of a subscription's period.
  ///
  /// Apple may add cases, so a switch outside this package needs an `@unknown default`.
  @nonexhaustive
  public enum PeriodUnit: UInt, Sendable {
    /// A calendar day.
    case day = 0
    /// Seven days.
    case week = 1
    /// A calendar month.
    case month = 2
    /// A calendar year.
    case year = 3
  }

  /// The same product in StoreKit 2; `nil` if a test has made this product.
  let product: Product?

  /// Creates an empty product, for a subclass in a test.
  public override init() {
    product = nil
    super.init()
  }

  init(_ product: Product) {
    self.product = product
    super.init()
  }

  /// The product ID, such as `nonconsumable.car`.
  open var productIdentifier: String { product?.id ?? "" }
  /// The name, in the storefront's language.
  open var localizedTitle: String { product?.displayName ?? "" }
  /// The description, in the storefront's language.
  open var localizedDescription: String { product?.description ?? "" }
  /// The price of one unit, in the currency of ``priceLocale``.
  open var price: NSDecimalNumber { NSDecimalNumber(decimal: product?.price ?? 0) }
  /// The locale in which the price is shown, with the storefront's currency.
  open var priceLocale: Locale { product?.priceLocale ?? .current }
  /// The length of a subscription's period; `nil` for a product that does not renew.
  open var subscriptionPeriod: SKProductSubscriptionPeriod? {
    (product?.subscription?.subscriptionPeriod).map { SKProductSubscriptionPeriod($0) }
  }
  /// The ID of the subscription group; `nil` for a product that does not renew.
  open var subscriptionGroupIdentifier: String? { product?.subscription?.subscriptionGroupID }
  /// The introductory offer; `nil` if the product has none.
  ///
  /// It says nothing about whether the customer is eligible.
  open var introductoryPrice: SKProductDiscount? {
    (product?.subscription?.introductoryOffer).map(discount)
  }
  /// The promotional offers, which need a signature; see ``SKPaymentDiscount``.
  open var discounts: [SKProductDiscount] {
    (product?.subscription?.promotionalOffers ?? []).map(discount)
  }
  /// Whether a family can share the purchase.
  open var isFamilyShareable: Bool { product?.isFamilyShareable ?? false }
  /// Whether the App Store hosts content for this product; always `false`, because it no longer hosts any.
  open var isDownloadable: Bool { false }
  /// The version of the hosted content; always empty.
  open var contentVersion: String { "" }
  /// The version of the hosted content; always empty.
  open var downloadContentVersion: String { "" }
  /// The sizes of the hosted content, in bytes; always empty.
  open var downloadContentLengths: [NSNumber] { [] }

  /// Returns whether both are the same product with equal properties.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let product, let other = object as? SKProduct else { return super.isEqual(object) }
    return product == other.product
  }

  /// Hashes the values that `isEqual(_:)` compares.
  open override var hash: Int { product?.hashValue ?? super.hash }

  private func discount(_ offer: Product.SubscriptionOffer) -> SKProductDiscount {
    SKProductDiscount(offer, priceLocale: priceLocale)
  }
}

extension Product {
  /// The storefront's locale, with its currency as a keyword: formatters take the currency from it.
  var priceLocale: Locale {
    Locale(identifier: "\(record.locale)@currency=\(record.currency)")
  }
}
