/// A transaction with its customer and account, and the subscription that it speaks for.
package struct StoredTransaction: Hashable, Sendable {
  package var account: String
  package var customer: CustomerNumber
  package var transaction: LedgerTransaction
  /// The subscription, own or shared, whose current or last period it is; `nil` for any other
  /// transaction.
  package var subscription: Subscription?

  package init(
    account: String, customer: CustomerNumber, transaction: LedgerTransaction,
    subscription: Subscription? = nil
  ) {
    self.account = account
    self.customer = customer
    self.transaction = transaction
    self.subscription = subscription
  }
}
