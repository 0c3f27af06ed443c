import Counter
import OpenStoreKit

/// What the app's screens do with ``Store``.
package enum Store2021App {
  package static func run(_ counter: Counter) async throws {
    let plist: [String: String] = [
      "nonconsumable.car": "🚗", "nonconsumable.racecar": "🏎", "consumable.fuel.octane87": "⛽️",
      "consumable.fule.octane91": "⛽️", "subscription.standard": "🗺", "subscription.pro": "🗺",
    ]
    let store = Store(
      propertyList: try PropertyListSerialization.data(
        fromPropertyList: plist, format: .xml, options: 0))
    await store.launchTask?.value
    await counter.launched()
    for product in store.cars + store.fuel + store.subscriptions {
      print("for sale:", product.displayName, product.displayPrice)
    }
    try await buyAndRenew(store, counter)
  }

  private static func buyAndRenew(_ store: Store, _ counter: Counter) async throws {
    for product in [store.cars.first, store.fuel.first, store.subscriptions.first] {
      guard let product else { continue }
      let transaction = try await store.purchase(product)
      print("bought:", transaction?.productID ?? "nothing")
    }
    print("fuel is owned:", try await store.isPurchased("consumable.fuel.octane87"))

    try await counter.advance("P1M")
    // The store's own listener delivers the renewal and finishes it.
    try await counter.delivered()
    if let plan = try await Transaction.latest(for: "subscription.standard")?.payloadValue {
      print("renewed until:", plan.expirationDate.map { $0.formatted(.iso8601) } ?? "-")
    }
    for id in ["nonconsumable.car", "nonconsumable.racecar", "subscription.standard"] {
      print("\(id) is owned:", try await store.isPurchased(id))
    }
    print("identifiers:", store.purchasedIdentifiers.sorted())
  }
}
