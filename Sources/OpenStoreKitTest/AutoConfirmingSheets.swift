import OpenStoreKit
import PrivateFiles
import StoreAPI
import Synchronization

/// Confirms everything, because a test has no screen to ask on.
struct AutoConfirmingSheets: Sheets {
  /// The text that a test enters in the sheet for a refund; `nil` for a reason without a text.
  static let refundRequestText = Mutex<String?>(nil)

  /// It is removed with the session that uses these sheets.
  private let folder: TemporaryFolder

  init(keeping folder: TemporaryFolder) { self.folder = folder }

  func confirm(_ sheet: PurchaseSheet) async -> Bool { true }
  func finish(_ sheet: PurchaseSheet, with ending: PurchaseSheet.Ending) async {}
  func choose(in sheet: SubscriptionSheet) async -> SubscriptionSheet.Action? {
    sheet.agreement
  }
  func finish(_ sheet: SubscriptionSheet, failure: String?) async {}
  func choose(in sheet: RefundSheet) async -> RefundSheet.Choice? {
    let text = Self.refundRequestText.withLock { $0 }
    return text.map { RefundSheet.Choice(.other, text: $0) } ?? RefundSheet.confirmation
  }
  func choose(in sheet: ReviewSheet) async -> Int? { ReviewSheet.stars.upperBound }
  func authenticate(account: String) async -> Bool { true }
}
