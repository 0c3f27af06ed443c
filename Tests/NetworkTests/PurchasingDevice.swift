import DemoApp
import Foundation
import OpenStoreKit
import StoreAPI
import TestSupport

/// One device with its app, whose customer goes on buying in spite of network faults.
struct PurchasingDevice: Sendable {
  /// How many purchases the customer made.
  struct Purchases: Sendable {
    /// The number of orders that the customer confirmed.
    var confirmed = 0
    /// The number of purchases that the app reported as charged.
    ///
    /// A later launch learns the outcome of the others.
    var charged = 0
  }

  /// The contents of the device.
  struct Contents: Sendable {
    var fuel: Int
    var entitlements: [String]
    /// The IDs of all transactions of the customer, from every device.
    var transactions: Set<UInt64>
  }

  let device: DeviceStore
  let presentation: Presentation
  /// Makes the back end of a newly started instance of the app.
  var backend: @Sendable (DeviceStore) -> any StoreBackend

  /// Buys until the app has reported `count` charges: fuel, and each tenth time a car.
  ///
  /// Each purchase is confirmed once. The app starts again after a purchase of unknown outcome.
  func buy(_ count: Int, onConfirm: @Sendable () async throws -> Void) async throws -> Purchases {
    var purchases = Purchases()
    while purchases.charged < count {
      try Task.checkCancellation()
      try await launch { controller in
        while purchases.charged < count {
          try Task.checkCancellation()
          purchases.confirmed += 1
          try await onConfirm()
          guard let ending = await buy(purchases.confirmed, controller) else { return }
          if ending == .purchased { purchases.charged += 1 }
        }
      }
    }
    return purchases
  }

  /// - Returns: `nil` if the outcome of the purchase is unknown.
  private func buy(_ number: Int, _ controller: StoreController) async -> PurchaseEnding? {
    let product = number % 10 == 0 ? "nonconsumable.car" : "consumable.fuel.octane87"
    return try? await controller.purchase(product, quantity: 1).ending
  }

  /// Starts the app once more and waits until everything that was paid for is delivered.
  func deliverRemaining() async throws -> Contents {
    try await launch { controller in
      try await waitUntilDelivered()
      var entitlements: [String] = []
      for await case .verified(let transaction) in Transaction.currentEntitlements {
        entitlements.append(transaction.productID)
      }
      var transactions: Set<UInt64> = []
      for await case .verified(let transaction) in Transaction.all {
        transactions.insert(transaction.id)
      }
      return Contents(
        fuel: controller.tank.counts["consumable.fuel.octane87"] ?? 0,
        entitlements: entitlements.sorted(), transactions: transactions)
    }
  }

  /// Uses another instance of the app, which is sent an update for each delivery.
  private func waitUntilDelivered() async throws {
    let observer = backend(device)
    while true {
      let purchases = try await observer.purchases().value
      guard try await !observer.unfinished().isEmpty else { return }
      // The time and an event, in either order; a stream that breaks is opened again.
      _ = try? await observer.updates(after: purchases.sequence).prefix(2).reduce(0) { n, _ in n + 1
      }
    }
  }

  /// Launches the app and runs `body` in it.
  private func launch<Value: Sendable>(
    _ body: (StoreController) async throws -> Value
  ) async throws -> Value {
    let session = try await StoreSession(
      backend(device), sheets: AutoConfirmingSheets(), device: device,
      includesFinishedConsumables: true,
      environment: .hasty)
    return try await StoreSession.$current.withValue(session) {
      let controller = StoreController(
        session: session, presentation: presentation, folder: device.folder)
      _ = await controller.launch()
      return try await body(controller)
    }
  }
}

extension Duration {
  /// The delay that replaces a delay of this length in these tests.
  var shortened: Duration { self / 50 }
}

extension SessionEnvironment {
  fileprivate static var hasty: SessionEnvironment {
    var environment = live
    environment.diagnose = { _ in }
    environment.sleep = { try await Task.sleep(for: $0.shortened) }
    return environment
  }
}

/// A customer who confirms everything at once.
private struct AutoConfirmingSheets: Sheets {
  func confirm(_ sheet: PurchaseSheet) async -> Bool { true }
  func finish(_ sheet: PurchaseSheet, with ending: PurchaseSheet.Ending) async {}
  func choose(in sheet: SubscriptionSheet) async -> SubscriptionSheet.Action? {
    sheet.agreement
  }
  func finish(_ sheet: SubscriptionSheet, failure: String?) async {}
  func authenticate(account: String) async -> Bool { true }
}
