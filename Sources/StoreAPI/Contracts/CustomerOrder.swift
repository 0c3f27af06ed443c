package import AppStorePayloads
package import Foundation

/// An order that waits or was not approved, as the devices of its customer know it.
package struct CustomerOrder: Codable, Hashable, Sendable, Identifiable {
  /// The state of the order.
  package enum State: String, Codable, Hashable, Sendable, CaseIterable {
    case waiting
    /// It was declined.
    case declined
    /// Nobody has answered in time.
    case lapsed
  }

  /// Its number, which is not that of any transaction.
  package var id: TransactionID
  package var productID: String
  /// `nil` from a store of an earlier version, which does not send it.
  package var quantity: Int?
  package var cause: WaitingCause
  package var state: State
  /// The date on which the customer ordered.
  package var date: Date

  package init(
    id: TransactionID, productID: String, quantity: Int? = nil, cause: WaitingCause, state: State,
    date: Date
  ) {
    self.id = id
    self.productID = productID
    self.quantity = quantity
    self.cause = cause
    self.state = state
    self.date = date
  }
}
