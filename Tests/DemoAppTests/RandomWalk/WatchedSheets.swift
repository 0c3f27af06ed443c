import AppStoreSheets
import OpenStoreKit
import Synchronization

/// The App Store's sheets on the screen; it counts those that ask for an order.
final class WatchedSheets: Sheets {
  private struct Counts {
    var opened = 0
    var answered = 0
    var agreed = 0
  }

  private let sheets: TerminalSheets
  private let counts = Mutex(Counts())

  init(_ sheets: TerminalSheets) { self.sheets = sheets }

  /// How many sheets have asked for an order, from before the first frame that shows them.
  var opened: Int { counts.withLock { $0.opened } }

  /// How many of them have got their answer.
  var answered: Int { counts.withLock { $0.answered } }

  /// In how many of them the customer has agreed.
  var agreed: Int { counts.withLock { $0.agreed } }

  func confirm(_ sheet: PurchaseSheet) async -> Bool {
    counts.withLock { $0.opened += 1 }
    let agrees = await sheets.confirm(sheet)
    counts.withLock {
      $0.answered += 1
      if agrees { $0.agreed += 1 }
    }
    return agrees
  }

  func finish(_ sheet: PurchaseSheet, with ending: PurchaseSheet.Ending) async {
    await sheets.finish(sheet, with: ending)
  }

  func choose(in sheet: SubscriptionSheet) async -> SubscriptionSheet.Action? {
    await sheets.choose(in: sheet)
  }

  func finish(_ sheet: SubscriptionSheet, failure: String?) async {
    await sheets.finish(sheet, failure: failure)
  }

  func choose(in page: AppStorePage) async -> Product? { await sheets.choose(in: page) }

  func choose(in sheet: RefundSheet) async -> RefundSheet.Choice? {
    await sheets.choose(in: sheet)
  }

  func finish(_ sheet: RefundSheet, failure: String?) async {
    await sheets.finish(sheet, failure: failure)
  }

  func offerCode(account: String, failure: String?) async -> String? {
    await sheets.offerCode(account: account, failure: failure)
  }

  func choose(in sheet: ReviewSheet) async -> Int? { await sheets.choose(in: sheet) }

  func authenticate(account: String) async -> Bool {
    await sheets.authenticate(account: account)
  }
}
