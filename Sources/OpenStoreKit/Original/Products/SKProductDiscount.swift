/// An introductory or promotional offer of a subscription in original StoreKit.
///
/// A test may subclass this and override the properties. Source: "SKProductDiscount".
open class SKProductDiscount: NSObject {
  /// The way in which the customer pays for an offer.
  ///
  /// Apple may add cases, so a switch outside this package needs an `@unknown default`.
  @nonexhaustive
  public enum PaymentMode: UInt, Sendable {
    /// The customer pays the price for each period.
    case payAsYouGo = 0
    /// The customer pays the price once.
    case payUpFront = 1
    /// The customer pays nothing.
    case freeTrial = 2
  }

  /// The type of an offer.
  ///
  /// Apple may add cases, so a switch outside this package needs an `@unknown default`.
  @nonexhaustive
  public enum `Type`: UInt, Sendable {
    /// An offer for customers who have not used an introductory offer of the group.
    case introductory = 0
    /// An offer for current and former subscribers that the app chooses.
    case subscription = 1
  }

  private let offer: Product.SubscriptionOffer?
  private let locale: Locale

  /// Creates an empty offer, for a subclass in a test.
  public override init() {
    (offer, locale) = (nil, .current)
    super.init()
  }

  init(_ offer: Product.SubscriptionOffer, priceLocale: Locale) {
    (self.offer, locale) = (offer, priceLocale)
    super.init()
  }

  /// The offer's ID in App Store Connect; `nil` for an introductory offer.
  open var identifier: String? { offer?.id }
  /// The type of the offer.
  open var type: `Type` { offer?.type == .promotional ? .subscription : .introductory }
  /// The price of one ``subscriptionPeriod``; 0 for a free trial.
  open var price: NSDecimalNumber { NSDecimalNumber(decimal: offer?.price ?? 0) }
  /// The locale in which the price is shown, with the storefront's currency.
  open var priceLocale: Locale { locale }
  /// The payment mode of the offer.
  open var paymentMode: PaymentMode {
    switch offer?.paymentMode {
    case .freeTrial?: .freeTrial
    case .payUpFront?: .payUpFront
    default: .payAsYouGo
    }
  }
  /// The number of periods; always 1 unless the offer is pay-as-you-go.
  open var numberOfPeriods: Int { offer?.periodCount ?? 0 }
  /// The length of the offer, or of each of its periods if there are several.
  open var subscriptionPeriod: SKProductSubscriptionPeriod {
    (offer?.period).map { SKProductSubscriptionPeriod($0) } ?? SKProductSubscriptionPeriod()
  }

  /// Returns whether both are the same offer at the same price.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let offer, let other = object as? SKProductDiscount else { return super.isEqual(object) }
    return offer == other.offer && locale == other.locale
  }

  /// Hashes the values that `isEqual(_:)` compares.
  open override var hash: Int { offer?.hashValue ?? super.hash }
}
