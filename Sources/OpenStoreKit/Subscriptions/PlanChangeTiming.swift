import StoreAPI

extension Product.SubscriptionInfo {
  /// The time at which an ordered plan would replace the active plan of its group.
  package enum PlanChangeTiming: String, Codable, Sendable {
    case immediate
    case atRenewal
    /// The ordered plan is the active one, and it renews.
    case never
  }
}

extension CustomerSnapshot {
  /// The time at which each plan would replace the active plan of its group, by product ID, as the
  /// store last said.
  ///
  /// A product is missing if no plan of its group is active, or if the store did not say.
  package var planChanges: [String: Product.SubscriptionInfo.PlanChangeTiming] {
    let changes = customer.purchases.subscriptions.flatMap(\.planChanges)
    return changes.reduce(into: [:]) { $0[$1.productID] = .init(rawValue: $1.timing.rawValue) }
  }
}
