import OpenStoreKit
import PrivateFiles

/// Confirms everything, because a test has no screen to ask on.
struct AutoConfirmingSheets: Sheets {
  /// Is removed with the session that uses these sheets.
  private let folder: TemporaryFolder

  init(keeping folder: TemporaryFolder) { self.folder = folder }

  func confirm(_ sheet: PurchaseSheet) async -> Bool { true }
  func finish(_ sheet: PurchaseSheet, with ending: PurchaseSheet.Ending) async {}
  func choose(in sheet: SubscriptionSheet) async -> SubscriptionSheet.Action? {
    sheet.agreement
  }
  func finish(_ sheet: SubscriptionSheet, failure: String?) async {}
  func choose(in sheet: RefundSheet) async -> RefundSheet.Choice? { RefundSheet.confirmation }
  func choose(in sheet: ReviewSheet) async -> Int? { ReviewSheet.stars.upperBound }
  func authenticate(account: String) async -> Bool { true }
}
