import StoreAPI

// Folding an update leads to the same as the store's holdings, or the update is partial and the store
// must be asked.
extension CustomerHoldings {
  /// Folds an update into the holdings.
  ///
  /// - Parameters:
  ///   - change: The update.
  ///   - finished: The transactions that this run of the app has finished.
  /// - Returns: Whether the result equals the store's holdings.
  mutating func fold(_ change: VerifiedUpdate.Change, finished: Set<TransactionID>) -> Bool {
    switch change {
    case .transaction(let signed): return fold(signed, finished)
    case .subscription(let subscription): return fold(subscription, finished)
    case .finished(let id):
      unfinished.removeAll { $0.payload.transactionId == id }
      return true
    case .time, .products: return true
    case .unreadable: return false
    }
  }

  /// Whether an update is the first half of a change of period; the subscription is the other.
  func isHalf(_ change: VerifiedUpdate.Change) -> Bool {
    guard case .transaction(let signed) = change, signed.payload.type == .autoRenewable else {
      return false
    }
    let group = signed.payload.subscriptionGroupIdentifier
    let current = subscriptions.first { $0.groupID == group }?.transaction.payload.transactionId
    return current.map { signed.payload.transactionId >= $0 } ?? true
  }

  private mutating func fold(
    _ signed: Signed<TransactionPayload>, _ finished: Set<TransactionID>
  ) -> Bool {
    let payload = signed.payload
    let isKnown = transactions.contains { $0.payload.transactionId == payload.transactionId }
    let stands = payload.revocationDate == nil && payload.isUpgraded == nil
    if isUnfinished(payload.transactionId) {
      unfinished.replace(signed)
    } else if !isKnown, stands, !finished.contains(payload.transactionId) {
      unfinished.append(signed)
    }
    enter(signed)
    // Only the store knows whether an old transaction is finished, and which pass precedes a revoked
    // one.
    let isWhole = (isKnown || stands) && (stands || payload.type != .nonRenewable)
    return isWhole && signed.isVerified && knowsOffer(of: payload)
  }

  /// The subscription may be in a later period than the transactions that have come.
  private mutating func fold(
    _ subscription: Subscription, _ finished: Set<TransactionID>
  ) -> Bool {
    let isWhole = fold(subscription.transaction, finished)
    let known = subscriptions.first { $0.groupID == subscription.groupID }
    if known?.isVerified == true, !subscription.isVerified { return false }
    subscriptions.removeAll { $0.groupID == subscription.groupID }
    subscriptions.append(subscription)
    subscriptions.sort { $0.groupID < $1.groupID }
    return isWhole && subscription.isVerified
  }

  /// Keeps the newest of each product; an untrusted transaction never replaces a trusted one.
  private mutating func enter(_ signed: Signed<TransactionPayload>) {
    guard signed.payload.type != .consumable else { return }
    let id = signed.payload.transactionId
    latest.removeAll {
      $0.payload.transactionId == id && (signed.isVerified || !$0.isVerified)
    }
    latest.append(signed)
    latest = latest.latestOfEachProduct
  }

  /// Whether the holdings include the introductory offer of this sale, if it had one.
  private func knowsOffer(of payload: TransactionPayload) -> Bool {
    guard payload.offerType == .introductory, let group = payload.subscriptionGroupIdentifier
    else { return true }
    return usedIntroductoryOffers.contains(group)
  }
}

extension [Signed<TransactionPayload>] {
  /// Replaces the transaction with the same ID, unless only that one can be trusted.
  fileprivate mutating func replace(_ signed: Signed<TransactionPayload>) {
    for index in indices where self[index].payload.transactionId == signed.payload.transactionId {
      if signed.isVerified || !self[index].isVerified { self[index] = signed }
    }
  }
}
