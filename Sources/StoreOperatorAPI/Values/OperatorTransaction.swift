package import AppStorePayloads
package import StoreAPI

/// A transaction in the operator's list.
package struct OperatorTransaction: Codable, Hashable, Sendable, Identifiable {
  package var id: TransactionID { transaction.transactionId }
  package var account: String
  package var transaction: TransactionPayload
  package var isFinished: Bool
  /// The customer's request for its refund; `nil` before they ask.
  package var refundRequest: RefundRequest?
  /// The status of the subscription whose current or last period this is; `nil` for any other
  /// transaction, and if a store of an earlier version answered.
  package var status: SubscriptionStatusCode?

  package init(
    account: String, transaction: TransactionPayload, isFinished: Bool,
    refundRequest: RefundRequest? = nil, status: SubscriptionStatusCode? = nil
  ) {
    self.refundRequest = refundRequest
    self.status = status
    self.account = account
    self.transaction = transaction
    self.isFinished = isFinished
  }
}
