import OpenStoreKit
import PrivateFiles

/// Agrees to everything: a test has no screen to ask on.
struct AutoConfirmingSheets: Sheets {
  /// Stays as long as the session that asks this customer.
  private let folder: TemporaryFolder

  init(keeping folder: TemporaryFolder) { self.folder = folder }

  func confirm(_ sheet: PurchaseSheet) async -> Bool { true }
  func finish(_ sheet: PurchaseSheet, with ending: PurchaseSheet.Ending) async {}
  func authenticate(account: String) async -> Bool { true }
}
