/// An order that waits, with its customer and account.
package struct StoredOrder: Hashable, Sendable {
  package var account: String
  package var customer: CustomerNumber
  package var order: WaitingOrder

  package init(account: String, customer: CustomerNumber, order: WaitingOrder) {
    self.account = account
    self.customer = customer
    self.order = order
  }
}
