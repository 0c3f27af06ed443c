import ClientSupport
import OpenStoreKit

/// Uses ``MixedStore``, as the app's screens do.
package enum MixedStoreApp {
  package static func run(_ fixture: ClientFixture) async throws {
    let store = await MixedStore(identifiers: ["nonconsumable.car", "subscription.pro"])
    var deliveries = store.deliveries.makeAsyncIterator()
    await fixture.waitUntilListening()
    await store.loadProducts()
    for line in await store.paywall { print("for sale:", line) }

    print("bought with StoreKit 2:", try await store.buy("nonconsumable.car"))
    await store.pay(for: "subscription.pro")
    print(await deliveries.next() ?? "-")
    print("owned:", await store.owned())
    try await fixture.waitUntilDelivered()

    await store.restore()
    for _ in 1...3 { print(await deliveries.next() ?? "-") }
    let storefront = await Storefront.current
    print(
      "storefronts:", storefront?.countryCode ?? "-",
      SKPaymentQueue.default().storefront?.countryCode ?? "-")
    await store.stop()
  }
}
