import ClientSupport
import OpenStoreKit

/// Uses ``Store``, as the app's screens do.
package enum Store2021App {
  package static func run(_ fixture: ClientFixture) async throws {
    let plist: [String: String] = [
      "nonconsumable.car": "🚗", "nonconsumable.racecar": "🏎", "consumable.fuel.octane87": "⛽️",
      "consumable.fule.octane91": "⛽️", "subscription.standard": "🗺", "subscription.pro": "🗺",
    ]
    let store = Store(
      propertyList: try PropertyListSerialization.data(
        fromPropertyList: plist, format: .xml, options: 0))
    await store.launchTask?.value
    await fixture.waitUntilListening()
    for product in store.cars + store.fuel + store.subscriptions {
      print("for sale:", product.displayName, product.displayPrice)
    }
    try await buyAndRenew(store, fixture)
  }

  private static func buyAndRenew(_ store: Store, _ fixture: ClientFixture) async throws {
    for product in [store.cars.first, store.fuel.first, store.subscriptions.first] {
      guard let product else { continue }
      let transaction = try await store.purchase(product)
      print("bought:", transaction?.productID ?? "nothing")
    }
    print("fuel is owned:", try await store.isPurchased("consumable.fuel.octane87"))

    try await fixture.advance("P1M")
    // The store's own listener delivers the renewal and finishes it.
    try await fixture.waitUntilDelivered()
    if let plan = try await Transaction.latest(for: "subscription.standard")?.payloadValue {
      print("renewed until:", plan.expirationDate.map { $0.formatted(.iso8601) } ?? "-")
    }
    for id in ["nonconsumable.car", "nonconsumable.racecar", "subscription.standard"] {
      print("\(id) is owned:", try await store.isPurchased(id))
    }
    print("identifiers:", store.purchasedIdentifiers.sorted())
  }
}
