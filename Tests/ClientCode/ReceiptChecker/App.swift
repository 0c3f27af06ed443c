import ClientSupport
import OpenStoreKit

/// Uses ``ReceiptStore``, as the app's screens do.
package enum ReceiptCheckerApp {
  package static func run(_ fixture: ClientFixture) async throws {
    let store = ReceiptStore()
    let (events, event) = AsyncStream<String>.makeStream()
    var lines = events.makeAsyncIterator()
    store.onEvent = { event.yield($0) }
    store.launch()
    print(await lines.next() ?? "-")
    await fixture.waitUntilListening()

    for (id, quantity) in [
      ("nonconsumable.car", 1), ("consumable.fuel.octane87", 5), ("subscription.standard", 1),
    ] {
      store.buy(id, quantity: quantity)
      print(await lines.next() ?? "-")
    }
    try await fixture.advance("P1M")
    print(await lines.next() ?? "-")

    // A finished consumable is no longer in the receipt.
    try await fixture.waitUntilDelivered()
    store.refreshReceipt()
    print(await lines.next() ?? "-")
    show(try Receipt.load())
    store.stop()
  }

  private static func show(_ receipt: Receipt) {
    print("in the receipt:", receipt.inAppPurchases.map(\.productIdentifier).sorted())
    print("it is for this app:", !receipt.bundleIdentifier.isEmpty)
    for id in ["nonconsumable.car", "subscription.standard", "subscription.pro"] {
      print(
        id, receipt.state(of: id, at: receipt.creationDate).rawValue, "and later",
        receipt.state(of: id, at: receipt.creationDate + 90 * 86_400).rawValue)
    }
  }
}
