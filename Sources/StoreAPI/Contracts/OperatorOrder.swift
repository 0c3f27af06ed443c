package import Foundation

/// An order that waits, in the operator's list.
package struct OperatorOrder: Codable, Hashable, Sendable, Identifiable {
  /// Its number, which no transaction has.
  package var id: TransactionID
  package var account: String
  package var productID: String
  package var quantity: Int
  package var cause: WaitingCause
  /// Since when it waits.
  package var date: Date

  package init(
    id: TransactionID, account: String, productID: String, quantity: Int, cause: WaitingCause,
    date: Date
  ) {
    self.id = id
    self.account = account
    self.productID = productID
    self.quantity = quantity
    self.cause = cause
    self.date = date
  }
}
