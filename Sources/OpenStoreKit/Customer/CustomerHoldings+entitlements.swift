import StoreAPI

// What a customer is entitled to: a pure function of what the device holds and the store's time,
// so that the answer is the same offline. Source: "Transaction.currentEntitlements" and
// "Product.SubscriptionInfo.RenewalState".
extension CustomerHoldings {
  /// The latest transaction of each product that the customer is entitled to at `now`.
  ///
  /// What cannot be trusted is judged by what it says, and stays marked as such.
  func entitlements(at now: Date) -> [Signed<TransactionPayload>] {
    latest.filter { entitles($0.payload, at: now) }
  }

  /// What the customer is entitled to at `now`.
  ///
  /// It changes when a period or its grace period ends.
  func entitlementState(at now: Date) -> EntitlementState {
    EntitlementState(
      entitling: entitlements(at: now).map(\.payload.transactionId),
      states: subscriptions.map { state(of: $0, at: now) })
  }

  /// The entitling transactions, and the state of each subscription.
  struct EntitlementState: Hashable {
    let entitling: [TransactionID]
    let states: [SubscriptionStatusCode]
  }

  /// Where a group's subscription stands at `now`.
  func state(of subscription: Subscription, at now: Date) -> SubscriptionStatusCode {
    SubscriptionStatusCode(
      transaction: subscription.transaction.payload,
      renewalInfo: subscription.renewalInfo.payload, at: now)
  }

  /// Whether the customer can still have an introductory offer in a group: they never had one, and
  /// no verified subscription in it gives service.
  func isEligibleForIntroductoryOffer(in group: String, at now: Date) -> Bool {
    guard !usedIntroductoryOffers.contains(group) else { return false }
    return !subscriptions.contains {
      $0.groupID == group && $0.transaction.isVerified && state(of: $0, at: now).isEntitled
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

  /// Only the period that trusted renewal info of its own subscription speaks of can be in grace;
  /// any other ends at its date, as the transaction itself says it.
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
