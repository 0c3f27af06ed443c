import OpenStoreKit

/// Agrees to everything: a test has no screen to ask on.
struct WillingCustomer: Sheets {
  func confirm(_ sheet: PurchaseSheet) async -> Bool { true }
  func finish(_ sheet: PurchaseSheet, with ending: PurchaseSheet.Ending) async {}
  func authenticate(account: String) async -> Bool { true }
}
