import OpenStoreKit

/// An app that never connects: its store's first question connects it to what the environment names.
package enum Store2023Program {
  package static func run(buying id: String?) async throws {
    let store = Store(productIdToEmoji: ["nonconsumable.car": "🚗", "nonconsumable.racecar": "🏎"])
    await store.launchTask?.value
    if let product = store.cars.first(where: { $0.id == id }) {
      print("bought:", try await store.purchase(product)?.productID ?? "nothing")
    }
    await store.updateCustomerProductStatus()
    print("owned:", store.purchasedCars.map(\.id))
  }
}
