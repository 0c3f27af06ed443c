import ClientSupport
import OpenStoreKit

/// Uses ``IAPHelper``, as the app's screens do.
package enum PaymentQueueHelperApp {
  package static func run(_ fixture: ClientFixture) async throws {
    let helper = IAPHelper(productIdentifiers: [
      "consumable.fuel.octane87", "consumable.fule.octane91", "nonconsumable.car",
      "subscription.standard",
    ])
    let screen = Screen()
    var notices = screen.notices.makeAsyncIterator()
    await fixture.waitUntilListening()

    let products: [SKProduct] = await withCheckedContinuation { done in
      helper.requestProducts { _, products in done.resume(returning: products ?? []) }
    }
    for product in products { print("for sale:", product.localizedTitle, product.localizedPrice) }
    for product in products {
      helper.buy(product, quantity: quantity(product))
      print(await notices.next() ?? "-")
    }
    helper.buy(productIdentifier: "nonconsumable.boat")
    print(await notices.next() ?? "-")

    try await fixture.advance("P1M")
    print(await notices.next() ?? "-")
    try await fixture.waitUntilDelivered()
    await restore(helper)
    print("the car is purchased:", helper.isProductPurchased("nonconsumable.car"))
    print("payments are possible:", IAPHelper.canMakePayments())
  }

  private static func quantity(_ product: SKProduct) -> Int {
    product.productIdentifier.hasPrefix("consumable") ? 3 : 1
  }

  private static func restore(_ helper: IAPHelper) async {
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      helper.restorePurchases { identifiers, error in
        print("restored:", identifiers.sorted(), error == nil ? "without an error" : "failed")
        done.resume()
      }
    }
  }
}

/// Shows what the helper announces.
private final class Screen {
  /// Yields a line for each notification.
  let notices: AsyncStream<String>
  private let observers: [NSObjectProtocol]

  init() {
    let (notices, notice) = AsyncStream<String>.makeStream()
    self.notices = notices
    let center = NotificationCenter.default
    observers = [
      center.addObserver(forName: .productDelivered, object: nil, queue: nil) { notification in
        let identifier = notification.userInfo?["identifier"] ?? "-"
        let quantity = notification.userInfo?["quantity"] ?? 0
        notice.yield("delivered: \(quantity) × \(identifier)")
      },
      center.addObserver(forName: .purchaseFailed, object: nil, queue: nil) { notification in
        notice.yield("failed: \(notification.userInfo?["code"] ?? 0)")
      },
    ]
  }
}
