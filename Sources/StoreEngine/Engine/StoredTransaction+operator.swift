import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI

// A transaction in the operator's lists.
extension StoredTransaction {
  /// Creates it from the customer's ledger.
  init(_ transaction: LedgerTransaction, in ledger: Ledger, account: String) {
    let subscription = ledger.subscription(of: transaction)
    self.init(
      account: account, customer: ledger.customer, transaction: transaction,
      subscription: subscription?.transactionID == transaction.id ? subscription : nil)
  }

  /// Returns the transaction as the operator's list shows it.
  func operatorTransaction(at snapshot: StoreSnapshot) -> OperatorTransaction {
    OperatorTransaction(
      account: account, transaction: transaction.payload(for: snapshot.recipient(customer)),
      isFinished: transaction.isFinished, refundRequest: transaction.refundRequest,
      status: subscription?.status(of: transaction, at: snapshot.now))
  }

  /// Returns the subscription whose current or last period this is, as the operator's list shows it.
  func operatorSubscription(
    _ subscription: Subscription, at snapshot: StoreSnapshot,
    in catalogueSnapshot: CatalogueSnapshot
  ) -> OperatorSubscription {
    OperatorSubscription(
      transaction: operatorTransaction(at: snapshot),
      renewalInfo: subscription.payload(
        for: snapshot.recipient(customer), appAccountToken: transaction.appAccountToken,
        isShared: transaction.shared != nil, in: catalogueSnapshot),
      status: subscription.status(of: transaction, at: snapshot.now))
  }
}

extension Subscription {
  /// Returns the status at `now`; `transaction` is that of the current or last period.
  func status(
    of transaction: LedgerTransaction, at now: Date
  ) -> SubscriptionStatusCode {
    SubscriptionStatusCode(
      isRevoked: transaction.revocation != nil, expiresDate: transaction.period?.expirationDate,
      gracePeriodExpiresDate: billingIssue?.gracePeriodExpirationDate,
      isInBillingRetry: isInBillingRetry, at: now)
  }
}
