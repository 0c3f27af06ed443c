package import Foundation

extension SubscriptionStatusCode {
  /// Where a subscription stands at `now`, from the two payloads alone.
  ///
  /// The same rule answers in the store and on a device that is offline. A revoked transaction
  /// is revoked whatever its dates; a running period is active; after it, grace serves, retry
  /// does not, and everything else has expired. Source: "Product.SubscriptionInfo.RenewalState".
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
