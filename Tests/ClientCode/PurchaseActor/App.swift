import ClientSupport
import OpenStoreKit

/// Uses ``PurchaseService``, as the app's screens do.
package enum PurchaseActorApp {
  package static func run(_ fixture: ClientFixture) async throws {
    let account = UUID(uuidString: "5F1B1E4A-7C1B-4A41-9D0C-2A6C4B1D7E10") ?? UUID()
    let service = PurchaseService(account: account)
    var events = service.events.makeAsyncIterator()
    await service.start()
    await fixture.waitUntilListening()
    try await service.load(["nonconsumable.car", "consumable.fuel.octane87", "subscription.pro"])

    for (id, quantity) in [
      ("nonconsumable.car", 1), ("consumable.fuel.octane87", 5), ("subscription.pro", 1),
    ] {
      await show(service.buy(id, quantity: quantity))
      print("event:", await events.next().text)
    }
    await show(service.buy("nonconsumable.car", quantity: 2))
    print("event:", await events.next().text)

    try await fixture.advance("P2M")
    print("event:", await events.next().text)
    print("event:", await events.next().text)
    await service.stop()
  }

  private static func show(_ result: Product.PurchaseResult?) {
    switch result {
    case .success(let verification):
      let transaction = verification.unsafePayloadValue
      print(
        "sold:", transaction.purchasedQuantity, "×", transaction.productID, "for",
        transaction.price.map { "\($0)" } ?? "nothing")
    case .userCancelled: print("cancelled")
    case .pending: print("pending")
    case nil: print("not sold")
    }
  }
}

extension PurchaseEvent? {
  fileprivate var text: String {
    switch self {
    case .owned(let ids): "owned \(ids.sorted())"
    case .renewed(let id, _): "renewed \(id)"
    case .failed(let reason): "failed: \(reason)"
    case nil: "end"
    }
  }
}
