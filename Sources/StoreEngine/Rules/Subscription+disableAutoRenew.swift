extension Subscription {
  /// Turns off the renewal of an active subscription; nothing happens if it is off already.
  ///
  /// Service goes on until the period ends. The plan that was chosen for the next period is kept.
  /// Source: "disableAutoRenewForTransaction(identifier:)" of StoreKitTest and `willAutoRenew` of
  /// "Product.SubscriptionInfo.RenewalInfo".
  package func disableAutoRenew() -> [LedgerEvent] {
    guard willAutoRenew else { return [] }
    return [
      .renewalChanged(
        groupID: groupID, autoRenewPreference: autoRenewPreference, willAutoRenew: false)
    ]
  }
}
