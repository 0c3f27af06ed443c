import AppStorePayloads

// Entitlements are a pure function of the purchases and the store's time, so that the answer is the
// same offline. Source: "Transaction.currentEntitlements" and "Product.SubscriptionInfo.RenewalState".
extension VerifiedPurchases {
  /// The latest transaction of each product that the customer is entitled to at `now`.
  ///
  /// An untrusted transaction counts by its content, and stays marked as untrusted.
  func entitlements(at now: Date) -> [Signed<TransactionPayload>] {
    latest.filter { entitles($0.payload, at: now) }
  }

  /// Returns the customer's entitlements at `now`.
  ///
  /// It changes when a period or its grace period ends.
  func entitlementState(at now: Date) -> EntitlementState {
    EntitlementState(
      entitling: entitlements(at: now).map(\.payload.transactionId),
      statuses: subscriptions.map { $0.status(at: now) })
  }

  /// The entitling transactions, and the status of each subscription.
  struct EntitlementState: Hashable {
    let entitling: [TransactionID]
    let statuses: [SubscriptionStatusCode]
  }

  /// Whether the customer can have an introductory offer in a group: they never had one, and no
  /// verified subscription of their own in the group is active or in billing retry.
  func isEligibleForIntroductoryOffer(in group: String, at now: Date) -> Bool {
    guard !usedIntroductoryOffers.contains(group) else { return false }
    return !ownSubscriptions.contains {
      let status = $0.status(at: now)
      return $0.groupID == group && $0.transaction.isVerified
        && (status.isEntitled || status == .billingRetry)
    }
  }

  private func entitles(_ transaction: TransactionPayload, at now: Date) -> Bool {
    guard transaction.revocationDate == nil else { return false }
    switch transaction.type {
    case .consumable: return false
    case .nonConsumable, .nonRenewable: return true
    case .autoRenewable:
      return transaction.isUpgraded != true && gives(transaction, serviceAt: now)
    }
  }

  /// A period can be in grace only if trusted renewal info of its own subscription says so; any other
  /// period ends at its expiration date.
  private func gives(_ transaction: TransactionPayload, serviceAt now: Date) -> Bool {
    let renewalInfo = subscriptions.first {
      $0.transaction.payload.transactionId == transaction.transactionId
        && $0.renewalInfo.isVerified
        && $0.renewalInfo.payload.originalTransactionId == transaction.originalTransactionId
    }?.renewalInfo.payload
    guard let renewalInfo else { return transaction.expiresDate.map { now < $0 } ?? false }
    return SubscriptionStatusCode(transaction: transaction, renewalInfo: renewalInfo, at: now)
      .isEntitled
  }
}
