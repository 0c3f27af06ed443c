extension Subscription {
  /// Turns on the renewal of an active subscription again; nothing happens if it is on already.
  ///
  /// The next period has the plan that was chosen before renewal was turned off. Source:
  /// "enableAutoRenewForTransaction(identifier:)" of StoreKitTest.
  package func enableAutoRenew() -> [LedgerEvent] {
    guard !willAutoRenew else { return [] }
    return [
      .renewalChanged(
        groupID: groupID, autoRenewPreference: autoRenewPreference, willAutoRenew: true)
    ]
  }
}
