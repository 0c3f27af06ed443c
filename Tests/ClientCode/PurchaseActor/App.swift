import Counter
import OpenStoreKit

/// What the app's screens do with ``PurchaseService``.
package enum PurchaseActorApp {
  package static func run(_ counter: Counter) async throws {
    let account = UUID(uuidString: "5F1B1E4A-7C1B-4A41-9D0C-2A6C4B1D7E10") ?? UUID()
    let service = PurchaseService(account: account)
    var events = service.events.makeAsyncIterator()
    await service.start()
    await counter.launched()
    try await service.load(["nonconsumable.car", "consumable.fuel.octane87", "subscription.pro"])

    for (id, quantity) in [
      ("nonconsumable.car", 1), ("consumable.fuel.octane87", 5), ("subscription.pro", 1),
    ] {
      await show(service.buy(id, quantity: quantity))
      print("event:", await events.next().words)
    }
    await show(service.buy("nonconsumable.car", quantity: 2))
    print("event:", await events.next().words)

    try await counter.advance("P2M")
    print("event:", await events.next().words)
    print("event:", await events.next().words)
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
  fileprivate var words: String {
    switch self {
    case .owned(let ids): "owned \(ids.sorted())"
    case .renewed(let id, _): "renewed \(id)"
    case .failed(let reason): "failed: \(reason)"
    case nil: "end"
    }
  }
}
