import DemoApp
import Foundation
import OpenStoreKit
import StoreAPI

/// One device with its app, whose customer buys whatever the network does.
struct Shopper: Sendable {
  /// What the customer did.
  struct Purchases: Sendable {
    /// How many orders the customer confirmed.
    var confirmed = 0
    /// Of how many the customer was told that they were charged; of the others a later launch
    /// learns the end.
    var charged = 0
  }

  /// What is on the device.
  struct Possessions: Sendable {
    var fuel: Int
    var entitlements: [String]
    /// All of the customer's, whichever device bought them.
    var transactions: Set<UInt64>
  }

  let device: DeviceStore
  let presentation: Presentation
  /// The store as an app that has just started on the device sees it.
  let backend: @Sendable (DeviceStore) -> any StoreBackend

  /// Buys until the customer was told so often of a charge: fuel, and each tenth time a car.
  ///
  /// Each purchase is confirmed once. The app starts again after one whose end is not known.
  func shop(_ count: Int, onConfirm: @Sendable () async throws -> Void) async throws -> Purchases {
    var purchases = Purchases()
    while purchases.charged < count {
      try Task.checkCancellation()
      try await live { keeper in
        while purchases.charged < count {
          try Task.checkCancellation()
          purchases.confirmed += 1
          try await onConfirm()
          guard let ending = await buy(purchases.confirmed, keeper) else { return }
          if ending == .purchased { purchases.charged += 1 }
        }
      }
    }
    return purchases
  }

  /// - Returns: `nil` when the end of the purchase is not known.
  private func buy(_ number: Int, _ keeper: StoreController) async -> PurchaseEnding? {
    let product = number % 10 == 0 ? "nonconsumable.car" : "consumable.fuel.octane87"
    return try? await keeper.purchase(product, quantity: 1).ending
  }

  /// Starts the app once more and waits until everything that was paid for is delivered.
  func settle() async throws -> Possessions {
    try await live { keeper in
      try await waitUntilDelivered()
      var entitlements: [String] = []
      for await case .verified(let transaction) in Transaction.currentEntitlements {
        entitlements.append(transaction.productID)
      }
      var transactions: Set<UInt64> = []
      for await case .verified(let transaction) in Transaction.all {
        transactions.insert(transaction.id)
      }
      return Possessions(
        fuel: keeper.tank.counts["consumable.fuel.octane87"] ?? 0,
        entitlements: entitlements.sorted(), transactions: transactions)
    }
  }

  /// Another copy of the app hears of each delivery.
  private func waitUntilDelivered() async throws {
    let watcher = backend(device)
    let holdings = try await watcher.holdings().value
    guard !holdings.unfinished.isEmpty else { return }
    for try await _ in watcher.updates(after: holdings.sequence)
    where try await watcher.holdings().value.unfinished.isEmpty { return }
  }

  /// A life of the app, from its launch on.
  private func live<Value: Sendable>(
    _ life: (StoreController) async throws -> Value
  ) async throws -> Value {
    let session = try await StoreSession(
      backend(device), sheets: Agreement(), device: device, includesFinishedConsumables: true,
      environment: .hasty)
    return try await StoreSession.$current.withValue(session) {
      let keeper = StoreController(
        session: session, presentation: presentation, folder: device.folder)
      _ = await keeper.launch()
      return try await life(keeper)
    }
  }
}

extension Duration {
  /// How long a pause of this length is in these tests: everybody is in a hurry.
  var hurried: Duration { self / 50 }
}

extension SessionEnvironment {
  fileprivate static var hasty: SessionEnvironment {
    var environment = live
    environment.diagnose = { _ in }
    environment.sleep = { try await Task.sleep(for: $0.hurried) }
    return environment
  }
}

/// A customer who agrees to everything.
private struct Agreement: Sheets {
  func confirm(_ sheet: PurchaseSheet) async -> Bool { true }
  func finish(_ sheet: PurchaseSheet, with ending: PurchaseSheet.Ending) async {}
  func authenticate(account: String) async -> Bool { true }
}
