import AppStorePayloads

// Folding an update gives the same result as the store's purchases; otherwise the update is
// partial, and the store must be asked.
extension VerifiedPurchases {
  /// Folds an update into the purchases.
  ///
  /// - Returns: Whether the result equals the store's purchases.
  mutating func fold(_ change: VerifiedUpdate.Change) -> Bool {
    switch change {
    case .transaction(let signed, let subscription): return fold(signed, subscription)
    case .subscription(let subscription): return fold(subscription)
    case .finished, .refundRequest, .time, .products: return true
    case .deleted(let id):
      forget(id)
      return false
    case .orders, .unreadable: return false
    }
  }

  /// Only the store knows which transaction was the latest before.
  private mutating func forget(_ id: TransactionID) {
    latest.removeAll { $0.payload.transactionId == id }
    subscriptions.removeAll { $0.transaction.payload.transactionId == id }
  }

  /// Without its subscription, only the transaction of a period before the known one is whole.
  private mutating func fold(
    _ signed: Signed<TransactionPayload>, _ subscription: Subscription?
  ) -> Bool {
    let isWhole = fold(signed)
    guard signed.payload.type == .autoRenewable else { return isWhole }
    let belongs = subscription.map { $0.series == signed.payload.series } ?? false
    if let subscription, belongs { return fold(subscription) && isWhole }
    let known = subscriptions.first { $0.series == signed.payload.series }
    let isEarlier = known.map {
      signed.payload.transactionId < $0.transaction.payload.transactionId
    }
    return isWhole && isEarlier == true
  }

  private mutating func fold(_ signed: Signed<TransactionPayload>) -> Bool {
    let payload = signed.payload
    enter(signed)
    // Only the store knows which pass precedes a revoked one, and what another family member shares.
    let isWhole =
      payload.revocationDate == nil || payload.type != .nonRenewable && !payload.isShared
    return isWhole && signed.isVerified && knowsOffer(of: payload)
  }

  /// The subscription may be in a later period than the transactions that have come.
  private mutating func fold(_ subscription: Subscription) -> Bool {
    let isWhole = fold(subscription.transaction)
    let known = subscriptions.first { $0.series == subscription.series }
    if known?.isVerified == true, !subscription.isVerified { return false }
    subscriptions.removeAll { $0.series == subscription.series }
    subscriptions.append(subscription)
    subscriptions.sort { $0.series < $1.series }
    forgetEarlier()
    return isWhole && subscription.isVerified && !knowsLongerPeriod(before: subscription)
  }

  /// Whether a period ends later than the next one began: it was cut short, and no update says so.
  private func knowsLongerPeriod(before subscription: Subscription) -> Bool {
    let current = subscription.transaction.payload
    let earlier = latest.map(\.payload).filter {
      $0.originalTransactionId == current.originalTransactionId
        && $0.transactionId < current.transactionId
    }
    return earlier.contains { period in
      guard period.revocationDate == nil, period.isUpgraded != true else { return false }
      return period.expiresDate.map { $0 > current.purchaseDate } ?? false
    }
  }

  /// An untrusted transaction never replaces a trusted one.
  private mutating func enter(_ signed: Signed<TransactionPayload>) {
    guard signed.payload.type != .consumable else { return }
    let id = signed.payload.transactionId
    latest.removeAll {
      $0.payload.transactionId == id && (signed.isVerified || !$0.isVerified)
    }
    latest.append(signed)
    forgetEarlier()
  }

  /// Whether the purchases include the introductory offer of this sale, if it had one.
  private func knowsOffer(of payload: TransactionPayload) -> Bool {
    guard payload.offerType == .introductory, let group = payload.subscriptionGroupIdentifier
    else { return true }
    return usedIntroductoryOffers.contains(group)
  }
}

/// The key of a customer's subscription: their own subscriptions are distinguished by group, and those
/// of family members also by their original transactions.
private struct SubscriptionSeries: Hashable, Comparable {
  let groupID: String
  let sharedID: TransactionID?

  static func < (one: Self, other: Self) -> Bool {
    guard one.groupID == other.groupID else { return one.groupID < other.groupID }
    return (one.sharedID?.rawValue ?? 0) < (other.sharedID?.rawValue ?? 0)
  }
}

extension VerifiedPurchases.Subscription {
  fileprivate var series: SubscriptionSeries {
    SubscriptionSeries(
      groupID: groupID, sharedID: isShared ? transaction.payload.originalTransactionId : nil)
  }
}

extension TransactionPayload {
  fileprivate var series: SubscriptionSeries {
    SubscriptionSeries(
      groupID: subscriptionGroupIdentifier ?? "", sharedID: isShared ? originalTransactionId : nil)
  }
}
