package import StoreAPI

/// The products for sale, the storefront and the pace at one time.
package struct Market: Hashable, Sendable {
  /// The products for sale with the storefront's prices, by product ID.
  package var products: [String: StoreProduct]
  /// The IDs of the products in the order of the catalogue.
  package let productIDs: [String]
  /// The products that are family shareable and not for sale: their purchasers share them on.
  package var shareableNotSold: Set<String> = []
  package var storefront: StoreStorefront
  package var pace: Pace
  /// How many times a subscription renews at an accelerated pace: 12 in Apple's sandbox.
  ///
  /// Source: "Testing an auto-renewable subscription" in App Store Connect Help.
  /// `nil` if the number is not limited.
  package var renewalLimit: Int?
  /// See ``renewalLimit``.
  package static let sandboxRenewalLimit = 12
  /// How long a subscriber is served after a renewal that failed.
  package var gracePeriod: GracePeriod
  /// Which renewals have the grace period.
  package var gracePeriodRenewalType: GracePeriodRenewalType
  /// Whether no renewal can be charged, as StoreKitTest's `shouldEnterBillingRetryOnRenewal` has
  /// it.
  package var renewalsFail: Bool
  /// Whether orders wait for approval.
  package var askToBuy: Bool
  /// Whether orders wait for a step in the customer's account.
  package var interruptedPurchases: Bool
  /// Whether the store decides requests for refunds itself, as Apple's test environments do.
  package var refundsAtOnce: Bool

  package init(
    products: [StoreProduct], storefront: StoreStorefront, pace: Pace, renewalLimit: Int? = 12,
    gracePeriod: GracePeriod = .off, gracePeriodRenewalType: GracePeriodRenewalType = .allRenewals,
    renewalsFail: Bool = false, askToBuy: Bool = false,
    interruptedPurchases: Bool = false, refundsAtOnce: Bool = false
  ) {
    self.products = Dictionary(products.map { ($0.id, $0) }) { first, _ in first }
    productIDs = products.map(\.id)
    self.storefront = storefront
    self.pace = pace
    self.renewalLimit = renewalLimit
    self.gracePeriod = gracePeriod
    self.gracePeriodRenewalType = gracePeriodRenewalType
    self.renewalsFail = renewalsFail
    self.askToBuy = askToBuy
    self.interruptedPurchases = interruptedPurchases
    self.refundsAtOnce = refundsAtOnce
  }

  /// Whether a family shares what its members buy of a product, or have bought before it was taken off
  /// sale.
  func isFamilyShareable(_ id: String) -> Bool {
    products[id]?.isFamilyShareable ?? shareableNotSold.contains(id)
  }

  /// Returns the product with this ID.
  ///
  /// - Throws: ``StoreFault/unknownProduct(_:)`` if it is not for sale.
  package func product(_ id: String) throws(StoreFault) -> StoreProduct {
    guard let product = products[id] else { throw .unknownProduct(id) }
    return product
  }
}
