extension Subscription {
  /// Turns the renewal of an active subscription off or on; nothing happens if it is so already.
  ///
  /// If renewal is turned off, service goes on until the period ends. The plan that was chosen for
  /// the next period is kept, so it renews after renewal is turned on again. Source:
  /// "disableAutoRenewForTransaction(identifier:)" and "enableAutoRenewForTransaction(identifier:)"
  /// of StoreKitTest, and `willAutoRenew` of "Product.SubscriptionInfo.RenewalInfo".
  package func setAutoRenew(_ willAutoRenew: Bool) -> [LedgerEvent] {
    renew(as: autoRenewPreference, willAutoRenew: willAutoRenew)
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
}
