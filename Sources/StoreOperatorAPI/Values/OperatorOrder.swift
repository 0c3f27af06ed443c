package import AppStorePayloads
package import Foundation
package import StoreAPI

/// An order that waits, in the operator's list.
package struct OperatorOrder: Codable, Hashable, Sendable, Identifiable {
  /// Its number, which no transaction has.
  package var id: TransactionID
  package var account: String
  package var productID: String
  package var quantity: Int
  package var cause: WaitingCause
  /// The date on which it began to wait.
  package var date: Date
  /// The charge if it were sold now; `nil` if it cannot be sold now, and outside the list of waiting
  /// orders.
  package var charge: Decimal?
  /// The currency of the charge, in ISO 4217.
  package var currency: String?
  /// `true` if a family member shares the product with the customer, who would still pay for it.
  package var isShared: Bool?

  package init(
    id: TransactionID, account: String, productID: String, quantity: Int, cause: WaitingCause,
    date: Date, charge: Decimal? = nil, currency: String? = nil, isShared: Bool? = nil
  ) {
    self.id = id
    self.account = account
    self.productID = productID
    self.quantity = quantity
    self.cause = cause
    self.date = date
    self.charge = charge
    self.currency = currency
    self.isShared = isShared
  }
}
