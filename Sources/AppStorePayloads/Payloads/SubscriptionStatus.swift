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
    self.init(
      isRevoked: transaction.revocationDate != nil, expiresDate: transaction.expiresDate,
      gracePeriodExpiresDate: renewalInfo.gracePeriodExpiresDate,
      isInBillingRetry: renewalInfo.isInBillingRetryPeriod == true, at: now)
  }

  /// Computes a subscription's status at `now` from the values of its two payloads.
  package init(
    isRevoked: Bool, expiresDate: Date?, gracePeriodExpiresDate: Date?, isInBillingRetry: Bool,
    at now: Date
  ) {
    if isRevoked {
      self = .revoked
    } else if let expiresDate, now < expiresDate {
      self = .active
    } else if let gracePeriodExpiresDate, now < gracePeriodExpiresDate {
      self = .billingGracePeriod
    } else if isInBillingRetry {
      self = .billingRetry
    } else {
      self = .expired
    }
  }
}
