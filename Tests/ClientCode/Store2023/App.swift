import ClientSupport
import OpenStoreKit

/// Uses ``Store``, as the app's screens do.
package enum Store2023App {
  package static func run(_ fixture: ClientFixture) async throws {
    let store = Store(productIdToEmoji: [
      "nonconsumable.car": "🚗", "nonconsumable.racecar": "🏎", "consumable.fuel.octane91": "⛽️",
      "nonRenewing.standard": "🗺", "subscription.standard": "🗺", "subscription.premium": "🗺",
      "subscription.pro": "🗺",
    ])
    await store.launchTask?.value
    await fixture.waitUntilListening()
    show(store)
    for id in ["nonconsumable.car", "nonRenewing.standard", "subscription.premium"] {
      let products = store.cars + store.nonRenewables + store.subscriptions
      guard let product = products.first(where: { $0.id == id }) else { continue }
      let transaction = try await store.purchase(product)
      print("bought:", transaction?.productID ?? "nothing")
    }
    show(store)
    try await nextMonth(store, fixture)
    try await upgrade(store)
  }

  /// The store's listener receives the renewal and reads the entitlements again.
  private static func nextMonth(_ store: Store, _ fixture: ClientFixture) async throws {
    try await fixture.advance("P1M")
    try await fixture.waitUntilDelivered()
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
