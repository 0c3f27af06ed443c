public import Foundation
public import OpenStoreKit

extension Product.PurchaseOption {
  /// How a plan goes on that a test buys in the past.
  public enum SubscriptionRenewalBehavior: Codable, Hashable, Sendable {
    /// Its renewal is off, so that it has one period.
    case cancelImmediately
    /// It renews until now, as it would have.
    case renewUntilNow
  }

  /// Buys at an earlier date.
  ///
  /// Only ``SKTestSession/buyProduct(identifier:options:)`` takes it; a purchase in the app ignores it.
  ///
  /// - Parameters:
  ///   - date: When it is bought, by the store's clock: now or in the past, and not before the plan
  ///     that the customer has in the group.
  ///   - renewalBehavior: How a plan goes on.
  /// - Returns: The option.
  public static func purchaseDate(
    _ date: Date, renewalBehavior: SubscriptionRenewalBehavior = .renewUntilNow
  ) -> Product.PurchaseOption {
    .testDate(TestDate(date, cancelsRenewal: renewalBehavior == .cancelImmediately))
  }
}
