import Counter
import OpenStoreKit

/// What the app's screens do with ``Store``.
package enum Store2023App {
  package static func run(_ counter: Counter) async throws {
    let store = Store(productIdToEmoji: [
      "nonconsumable.car": "🚗", "nonconsumable.racecar": "🏎", "consumable.fuel.octane91": "⛽️",
      "nonRenewing.standard": "🗺", "subscription.standard": "🗺", "subscription.premium": "🗺",
      "subscription.pro": "🗺",
    ])
    await store.launchTask?.value
    await counter.launched()
    show(store)
    for id in ["nonconsumable.car", "nonRenewing.standard", "subscription.premium"] {
      let products = store.cars + store.nonRenewables + store.subscriptions
      guard let product = products.first(where: { $0.id == id }) else { continue }
      let transaction = try await store.purchase(product)
      print("bought:", transaction?.productID ?? "nothing")
    }
    show(store)
    try await nextMonth(store, counter)
    try await upgrade(store)
  }

  /// The renewal comes to the store's listener, which reads the entitlements again.
  private static func nextMonth(_ store: Store, _ counter: Counter) async throws {
    try await counter.advance("P1M")
    try await counter.delivered()
    show(store)
  }

  private static func upgrade(_ store: Store) async throws {
    guard let pro = store.subscriptions.last else { return }
    let transaction = try await store.purchase(pro)
    print("upgraded to:", transaction?.productID ?? "nothing")
    await store.updateCustomerProductStatus()
    show(store)
    for plan in store.subscriptions {
      print("\(plan.displayName) is in use:", try await store.isPurchased(plan))
    }
  }

  private static func show(_ store: Store) {
    let tier = store.purchasedSubscriptions.map { store.tier(for: $0.id) }.max() ?? .none
    print(
      "owned:",
      (store.purchasedCars + store.purchasedNonRenewables + store.purchasedSubscriptions)
        .map { store.emoji(for: $0.id) + " " + $0.displayName },
      "tier:", tier, "state:", store.subscriptionGroupStatus?.localizedDescription ?? "-")
  }
}
