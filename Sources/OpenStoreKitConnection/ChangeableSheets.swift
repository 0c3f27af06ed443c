import AppStorePrompts
import OpenStoreKit
import Synchronization

/// The sheets of a process.
///
/// An app may choose their policy late, after its first request has connected it.
final class ChangeableSheets: Sheets {
  private let sheets: Mutex<PromptSheets>

  init(_ policy: SheetPolicy) { sheets = Mutex(PromptSheets(policy)) }

  /// Uses this policy from now on.
  func follow(_ policy: SheetPolicy) { sheets.withLock { $0 = PromptSheets(policy) } }

  private var current: PromptSheets { sheets.withLock { $0 } }

  func confirm(_ sheet: PurchaseSheet) async -> Bool { await current.confirm(sheet) }

  func finish(_ sheet: PurchaseSheet, with ending: PurchaseSheet.Ending) async {
    await current.finish(sheet, with: ending)
  }

  func choose(in sheet: SubscriptionSheet) async -> SubscriptionSheet.Action? {
    await current.choose(in: sheet)
  }

  func finish(_ sheet: SubscriptionSheet, failure: String?) async {
    await current.finish(sheet, failure: failure)
  }

  func offerCode(account: String, failure: String?) async -> String? {
    await current.offerCode(account: account, failure: failure)
  }

  func choose(in sheet: RefundSheet) async -> RefundSheet.Choice? {
    await current.choose(in: sheet)
  }

  func finish(_ sheet: RefundSheet, failure: String?) async {
    await current.finish(sheet, failure: failure)
  }

  func choose(in sheet: ReviewSheet) async -> Int? { await current.choose(in: sheet) }

  func authenticate(account: String) async -> Bool { await current.authenticate(account: account) }
}
