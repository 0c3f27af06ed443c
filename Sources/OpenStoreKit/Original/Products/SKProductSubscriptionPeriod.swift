/// The length of a subscription's period, or of an offer, in original StoreKit.
///
/// A test may subclass this and override the properties. Source:
/// "SKProductSubscriptionPeriod".
open class SKProductSubscriptionPeriod: NSObject {
  private let period: Product.SubscriptionPeriod?

  /// Creates a period of 0 days, for a subclass in a test.
  public override init() {
    period = nil
    super.init()
  }

  init(_ period: Product.SubscriptionPeriod) {
    self.period = period
    super.init()
  }

  /// The number of units.
  open var numberOfUnits: Int { period?.value ?? 0 }
  /// The unit of the period.
  open var unit: SKProduct.PeriodUnit { (period?.unit).map { SKProduct.PeriodUnit($0) } ?? .day }

  /// Returns whether both have the same length.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let period, let other = object as? SKProductSubscriptionPeriod else {
      return super.isEqual(object)
    }
    return period == other.period
  }

  /// Hashes the values that `isEqual(_:)` compares.
  open override var hash: Int { period?.hashValue ?? super.hash }
}

extension SKProduct.PeriodUnit {
  fileprivate init(_ unit: Product.SubscriptionPeriod.Unit) {
    self =
      switch unit {
      case .day: .day
      case .week: .week
      case .month: .month
      case .year: .year
      }
  }
}
