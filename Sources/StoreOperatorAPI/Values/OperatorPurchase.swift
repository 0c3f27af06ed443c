package import Foundation
package import StoreAPI

/// A purchase that a store's operator makes for a customer, without a sheet.
package struct OperatorPurchase: Codable, Hashable, Sendable {
  /// The renewal of a plan that was bought in the past.
  ///
  /// Source: "Product.PurchaseOption.SubscriptionRenewalBehavior" in the documentation of StoreKitTest.
  package enum RenewalBehavior: String, Codable, Hashable, Sendable, CaseIterable {
    /// Its renewal is off from the beginning, so it has one period.
    case cancelImmediately
    /// It renews like every plan.
    case renewUntilNow
  }

  /// The order, whose copies are not charged again; its offer needs no signature.
  package var order: Order
  /// The name of the customer's account.
  package var account: String
  /// The date of the purchase, in the past; `nil` for now.
  package var purchaseDate: Date?
  /// `nil` stands for ``RenewalBehavior/renewUntilNow``.
  package var renewalBehavior: RenewalBehavior?

  package init(
    order: Order, account: String, purchaseDate: Date? = nil,
    renewalBehavior: RenewalBehavior? = nil
  ) {
    self.order = order
    self.account = account
    self.purchaseDate = purchaseDate
    self.renewalBehavior = renewalBehavior
  }
}
