import StoreAPI

extension Subscription {
  /// Turns the renewal of an active subscription off or on; nothing happens if it is so already.
  ///
  /// If renewal is turned off, service goes on until the period ends. The plan that was chosen for
  /// the next period is kept, so it renews after renewal is turned on again. A price increase that was
  /// declined waits for an answer again. If a renewal has failed, turning renewal off ends the
  /// subscription at once, because no payment is tried any more. Source:
  /// "disableAutoRenewForTransaction(identifier:)" and "enableAutoRenewForTransaction(identifier:)"
  /// of StoreKitTest, and `willAutoRenew` of "Product.SubscriptionInfo.RenewalInfo".
  package func setAutoRenew(_ willAutoRenew: Bool) -> [LedgerEvent] {
    let changed = renew(as: autoRenewPreference, willAutoRenew: willAutoRenew)
    guard !changed.isEmpty else { return [] }
    if !willAutoRenew, isInBillingRetry {
      return changed + [.expired(groupID: groupID, intent: .autoRenewDisabled)]
    }
    return changed + (willAutoRenew ? askAgain : [])
  }

  /// The event after which a declined price increase waits for an answer again.
  private var askAgain: [LedgerEvent] {
    guard var increase = priceIncrease, increase.status == .declined,
      increase.productID == autoRenewPreference
    else { return [] }
    increase.status = .pending
    return [.priceChanged(groupID: groupID, increase: increase, preserved: preservedPrice)]
  }

  /// Sets the plan of the next period, and whether there will be one; nothing happens if both are
  /// so already.
  func renew(as productID: String, willAutoRenew: Bool) -> [LedgerEvent] {
    guard willAutoRenew != self.willAutoRenew || productID != autoRenewPreference else { return [] }
    return [
      .renewalChanged(
        groupID: groupID, autoRenewPreference: productID, willAutoRenew: willAutoRenew)
    ]
  }

  /// Orders the plan of the next period: renewal is on, and the price of its quote is agreed.
  func orderNextPlan(_ productID: String) -> [LedgerEvent] {
    renew(as: productID, willAutoRenew: true) + agreeToPrice(of: productID)
  }

  /// A price increase of another plan than the ordered one does not concern the customer any more.
  private func agreeToPrice(of productID: String) -> [LedgerEvent] {
    guard let priceIncrease else { return [] }
    guard priceIncrease.productID == productID else {
      return [.priceChanged(groupID: groupID, increase: nil, preserved: preservedPrice)]
    }
    return priceIncrease.status == .agreed
      ? [] : [.priceIncreaseAnswered(groupID: groupID, isAccepted: true)]
  }
}
