import ClientSupport
import OpenStoreKit

/// Uses ``StatusText``, as the app's screens do.
package enum StatusSwitchesApp {
  package static func run(_ fixture: ClientFixture) async throws {
    let text = StatusText()
    let listener = Task.detached {
      for await result in Transaction.updates { await result.unsafePayloadValue.finish() }
    }
    await fixture.waitUntilListening()
    let ids = ["nonRenewing.standard", "subscription.pro", "subscription.gold"]
    let products = try await Product.products(for: ids)
    for product in products {
      print(
        product.id, product.periodText, "subscription:", product.isSubscription,
        "offer:", await product.isEligibleForIntroOffer)
    }
    for product in products + products.suffix(1) {
      guard let purchased = try await text.purchase(product) else { continue }
      print("bought:", text.describe(purchased.transaction), "new:", purchased.isNew)
    }
    try await fixture.advance("P2M")
    try await fixture.waitUntilDelivered()
    try await show(text)
    listener.cancel()
  }

  private static func show(_ text: StatusText) async throws {
    for await (group, statuses) in Product.SubscriptionInfo.Status.all {
      for status in statuses {
        print("group:", group, status.state.localizedDescription, try text.describe(status))
      }
    }
    for await case .verified(let transaction) in Transaction.all {
      print("history:", transaction.productID, text.describe(transaction))
    }
  }
}
