package import Foundation

extension SubscriptionStatusCode {
  /// Computes a subscription's status at `now` from its two payloads.
  ///
  /// The store and a device without a connection use the same rule. A subscription whose
  /// transaction is revoked is revoked, whatever its dates. Before the expiration date it is
  /// active. After that it is in its grace period until that ends, then in billing retry if the
  /// renewal is still tried, and otherwise expired. Source:
  /// "Product.SubscriptionInfo.RenewalState".
  package init(
    transaction: TransactionPayload, renewalInfo: RenewalInfoPayload, at now: Date
  ) {
    if transaction.revocationDate != nil {
      self = .revoked
    } else if let expiresDate = transaction.expiresDate, now < expiresDate {
      self = .active
    } else if let grace = renewalInfo.gracePeriodExpiresDate, now < grace {
      self = .billingGracePeriod
    } else if renewalInfo.isInBillingRetryPeriod == true {
      self = .billingRetry
    } else {
      self = .expired
    }
  }
}
