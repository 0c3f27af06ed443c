import DemoApp
import Foundation
import OpenStoreKit
import StoreAPI

/// One device with its app, whose customer buys whatever the network does.
struct Shopper: Sendable {
  /// What a life of the app came to.
  struct Purchases: Sendable {
    /// How many orders the customer confirmed.
    var confirmed = 0
    /// How many were reported as done; the others will be known at a later launch.
    var reported = 0
  }

  let device: DeviceStore
  let presentation: Presentation
  /// The store as an app that has just started on the device sees it.
  let backend: @Sendable (DeviceStore) -> any StoreBackend

  /// Buys so many cans of fuel, and a car now and then, each confirmed once; the app is started
  /// again after each one whose end is not known.
  func shop(_ cans: Int) async throws -> Purchases {
    var purchases = Purchases()
    while purchases.confirmed < cans {
      try await run { keeper in
        while purchases.confirmed < cans {
          let product =
            purchases.confirmed % 10 == 9 ? "nonconsumable.car" : "consumable.fuel.octane87"
          purchases.confirmed += 1
          do {
            _ = try await keeper.purchase(product, quantity: 1)
          } catch {
            return
          }
          purchases.reported += 1
        }
      }
    }
    return purchases
  }

  /// Starts the app once more in fair weather, and waits until everything is delivered.
  ///
  /// - Returns: What the device holds then.
  func settle() async throws -> (fuel: Int, entitlements: [String]) {
    try await run { keeper in
      while try await backend(device).holdings().value.unfinished.isEmpty == false {
        _ = await keeper.nextArrival()
      }
      var entitlements: [String] = []
      for await case .verified(let transaction) in Transaction.currentEntitlements {
        entitlements.append(transaction.productID)
      }
      return (keeper.tank.counts["consumable.fuel.octane87"] ?? 0, entitlements.sorted())
    }
  }

  /// A life of the app, from its launch to its end.
  private func run<Value: Sendable>(
    _ life: (Shopkeeper) async throws -> Value
  ) async throws -> Value {
    let session = try await StoreSession(
      backend(device), sheets: Agreement(), device: device, includesFinishedConsumables: true)
    return try await StoreSession.$current.withValue(session) {
      let keeper = Shopkeeper(
        session: session, presentation: presentation, folder: device.folder)
      _ = await keeper.launch()
      return try await life(keeper)
    }
  }
}

/// A customer who agrees to everything.
private struct Agreement: Sheets {
  func confirm(_ sheet: PurchaseSheet) async -> Bool { true }
  func finish(_ sheet: PurchaseSheet, with ending: PurchaseSheet.Ending) async {}
  func authenticate(account: String) async -> Bool { true }
}
