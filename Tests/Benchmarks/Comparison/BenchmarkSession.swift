package import Foundation
package import OpenStoreKit
package import StoreAPI

extension StoreSession {
  /// A session of an app whose customer confirms everything.
  package static func benchmark(
    _ backend: any StoreBackend, on device: DeviceStore
  ) async throws -> StoreSession {
    var environment = SessionEnvironment.live
    environment.diagnose = { _ in }
    return try await StoreSession(
      backend, sheets: AutoConfirmingSheets(), device: device, environment: environment)
  }

  /// The time of one question for the entitlements of a customer with a car and a plan, of `count`.
  package func entitlements(_ count: Int) async -> Duration {
    await StoreSession.$current.withValue(self) {
      await timed(count) {
        var count = 0
        for await _ in Transaction.currentEntitlements { count += 1 }
        precondition(count == 2, "the customer has \(count) entitlements, not a car and a plan")
      }
    }
  }
}

private struct AutoConfirmingSheets: Sheets {
  func confirm(_ sheet: PurchaseSheet) async -> Bool { true }
  func finish(_ sheet: PurchaseSheet, with ending: PurchaseSheet.Ending) async {}
  func choose(in sheet: SubscriptionSheet) async -> SubscriptionSheet.Action? {
    sheet.agreement
  }
  func finish(_ sheet: SubscriptionSheet, failure: String?) async {}
  func authenticate(account: String) async -> Bool { true }
}

extension Data {
  /// The built-in catalogue file.
  package static func products() throws -> Data {
    let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
    return try Data(contentsOf: root.appending(path: "Products.json"))
  }
}

extension URL {
  /// This folder, created if it does not exist.
  package var created: URL {
    get throws {
      try FileManager.default.createDirectory(at: self, withIntermediateDirectories: true)
      return self
    }
  }
}
