import StoreAPI

// An update that is taken into holdings leads to what the store's holdings would say, or it is not
// whole and the store has to be asked.
extension CustomerHoldings {
  /// Takes in what an update says.
  ///
  /// - Parameters:
  ///   - change: The update.
  ///   - finished: What this run of the app has finished itself.
  /// - Returns: Whether the store's holdings would say the same.
  mutating func fold(_ change: VerifiedUpdate.Change, finished: Set<TransactionID>) -> Bool {
    switch change {
    case .transaction(let signed): return fold(signed, finished)
    case .subscription(let subscription): return fold(subscription, finished)
    case .finished(let id):
      unfinished.removeAll { $0.payload.transactionId == id }
      return true
    case .time: return true
    case .unreadable: return false
    }
  }

  /// Whether a change of period is said only half: its subscription says the rest.
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
    if isWaiting(payload.transactionId) {
      unfinished.replace(signed)
    } else if !isKnown, stands, !finished.contains(payload.transactionId) {
      unfinished.append(signed)
    }
    enter(signed)
    // Only the store knows whether something old is finished, and which pass stands behind a revoked.
    let saysAll = (isKnown || stands) && (stands || payload.type != .nonRenewable)
    return saysAll && knowsOffer(of: payload)
  }

  /// It may be of a later period than those whose transactions have come.
  private mutating func fold(
    _ subscription: Subscription, _ finished: Set<TransactionID>
  ) -> Bool {
    let isWhole = fold(subscription.transaction, finished)
    subscriptions.removeAll { $0.groupID == subscription.groupID }
    subscriptions.append(subscription)
    subscriptions.sort { $0.groupID < $1.groupID }
    return isWhole
  }

  /// Enters the newest of its product; what cannot be trusted takes no place of what can.
  private mutating func enter(_ signed: Signed<TransactionPayload>) {
    guard signed.payload.type != .consumable else { return }
    let id = signed.payload.transactionId
    latest.removeAll {
      $0.payload.transactionId == id && (signed.isVerified || !$0.isVerified)
    }
    latest.append(signed)
    latest = latest.latestOfEachProduct
  }

  /// Whether it is known that the customer has used the introductory offer that this was sold under.
  private func knowsOffer(of payload: TransactionPayload) -> Bool {
    guard payload.offerType == .introductory, let group = payload.subscriptionGroupIdentifier
    else { return true }
    return usedIntroductoryOffers.contains(group)
  }
}

extension [Signed<TransactionPayload>] {
  /// Puts a transaction in the place of the one with its ID, unless that alone can be trusted.
  fileprivate mutating func replace(_ signed: Signed<TransactionPayload>) {
    for index in indices where self[index].payload.transactionId == signed.payload.transactionId {
      if signed.isVerified || !self[index].isVerified { self[index] = signed }
    }
  }
}
