import OpenStoreKit

/// An app whose store listens from its initializer on, before the app has connected.
package enum Store2021Program {
  package static func run(connecting connect: @Sendable () async throws -> Void) async throws {
    let cars = ["nonconsumable.car": "🚗", "nonconsumable.racecar": "🏎"]
    let store = Store(
      propertyList: try PropertyListSerialization.data(
        fromPropertyList: cars, format: .xml, options: 0))
    try await connect()
    await store.launchTask?.value
    for id in cars.keys.sorted() {
      print("\(id) is owned:", try await store.isPurchased(id))
    }
  }
}
