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
  /// The date since which it waits.
  package var date: Date
  /// The charge if it were sold now; `nil` outside the list of the orders that wait, and if it cannot be
  /// sold now.
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
