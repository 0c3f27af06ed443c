public import Foundation
public import OpenStoreKit

extension Product.PurchaseOption {
  /// The renewal behavior of a plan that a test buys in the past.
  public enum SubscriptionRenewalBehavior: Codable, Hashable, Sendable {
    /// Its renewal is off, so that it has one period.
    case cancelImmediately
    /// It renews until now, as it would have renewed in that time.
    case renewUntilNow
  }

  /// Buys at an earlier date.
  ///
  /// Only ``SKTestSession/buyProduct(identifier:options:)`` takes it; a purchase in the app ignores it.
  ///
  /// - Parameters:
  ///   - date: The purchase date on the store's clock: now or in the past, and not before the
  ///     customer's plan in the group.
  ///   - renewalBehavior: The plan's renewal behavior.
  /// - Returns: The option.
  public static func purchaseDate(
    _ date: Date, renewalBehavior: SubscriptionRenewalBehavior = .renewUntilNow
  ) -> Product.PurchaseOption {
    .testDate(TestDate(date, cancelsRenewal: renewalBehavior == .cancelImmediately))
  }
}
