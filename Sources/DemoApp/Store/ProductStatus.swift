package import OpenStoreKit

/// The state of a product for the customer.
///
/// The raw values are those of `skdemo status --json`.
package enum ProductState: String, Codable, Sendable {
  case notPurchased, purchased, subscribed, inGracePeriod, inBillingRetryPeriod, expired, revoked
  case pending

  /// Whether the customer may use the product.
  package var isActive: Bool { [.purchased, .subscribed, .inGracePeriod].contains(self) }

  /// Whether the customer had the product and has lost it.
  package var isPast: Bool { [.inBillingRetryPeriod, .expired, .revoked].contains(self) }

  /// The state of a product whose subscription is in `state`.
  package init(_ state: SubscriptionRenewalState) {
    switch state {
    case .subscribed: self = .subscribed
    case .expired: self = .expired
    case .inBillingRetryPeriod: self = .inBillingRetryPeriod
    case .inGracePeriod: self = .inGracePeriod
    default: self = .revoked
    }
  }
}

/// The kind of customer.
///
/// The raw values are those of `skdemo status --json`.
package enum CustomerStanding: String, Codable, Sendable {
  /// Has bought nothing yet but consumables.
  case new
  /// Owns a car, an unexpired pass or a plan that gives access.
  case active
  /// Has past purchases only; a plan in billing retry is one of them.
  case inactive
}

/// The state of one product for the customer, and the reason.
package struct ProductStatus: Codable, Hashable, Sendable {
  package let state: ProductState
  /// The decisive transaction; `nil` for a product that was never bought.
  package internal(set) var transaction: Owned?

  static let notPurchased = ProductStatus(state: .notPurchased)
}

extension ProductStatus {
  /// The status of the product of a subscription.
  init(_ plan: PlanStatus) {
    self.init(state: ProductState(plan.state), transaction: plan.transaction)
  }
}
