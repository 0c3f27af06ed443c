package import AppStorePayloads

/// A subscription in the operator's list, which may have ended.
package struct OperatorSubscription: Codable, Hashable, Sendable {
  /// Of the current or last period.
  package var transaction: OperatorTransaction
  package var renewalInfo: RenewalInfoPayload
  package var status: SubscriptionStatusCode

  package init(
    transaction: OperatorTransaction, renewalInfo: RenewalInfoPayload,
    status: SubscriptionStatusCode
  ) {
    self.transaction = transaction
    self.renewalInfo = renewalInfo
    self.status = status
  }

  /// Whether it gives access or is in billing retry: it has neither expired nor been revoked.
  package var isActive: Bool {
    switch status {
    case .active, .billingGracePeriod, .billingRetry: true
    case .expired, .revoked: false
    }
  }
}
