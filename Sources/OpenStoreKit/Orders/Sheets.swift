/// The sheets with which the system asks the customer on behalf of the store.
package protocol Sheets: Sendable {
  /// Asks the customer to confirm a purchase.
  ///
  /// - Returns: Whether they confirmed; `false` if the task is cancelled.
  func confirm(_ sheet: PurchaseSheet) async -> Bool

  /// Shows how a purchase ended; called exactly once for each confirmed sheet.
  func finish(_ sheet: PurchaseSheet, with ending: PurchaseSheet.Ending) async

  /// Asks the customer to choose an action about their subscriptions.
  ///
  /// - Returns: One of the sheet's actions; `nil` if they chose none or the task is cancelled.
  func choose(in sheet: SubscriptionSheet) async -> SubscriptionSheet.Action?

  /// Closes a sheet in which an action was chosen, after showing why it failed if it has; called
  /// exactly once for each.
  func finish(_ sheet: SubscriptionSheet, failure: String?) async

  /// Shows the app's page in the App Store.
  ///
  /// - Returns: One of its products, which the customer wants to buy; `nil` if they chose none or the
  ///   task is cancelled.
  func choose(in page: AppStorePage) async -> Product?

  /// Asks the customer for an offer code.
  ///
  /// - Parameters:
  ///   - account: The account that redeems it.
  ///   - failure: Why the code that they typed before was not redeemed, as a sentence; `nil` at first.
  /// - Returns: What they typed; `nil` if they typed nothing or the task is cancelled.
  func offerCode(account: String, failure: String?) async -> String?

  /// Asks the customer why they want a refund.
  ///
  /// - Returns: One of the sheet's reasons; `nil` if they ask for nothing or the task is cancelled.
  func choose(in sheet: RefundSheet) async -> RefundSheet.Choice?

  /// Closes a sheet in which a reason was chosen, after showing why the request failed if it has;
  /// called exactly once for each.
  func finish(_ sheet: RefundSheet, failure: String?) async

  /// Asks the customer for a rating of the app.
  ///
  /// - Returns: One of ``ReviewSheet/stars``; `nil` if they give none or the task is cancelled.
  func choose(in sheet: ReviewSheet) async -> Int?

  /// Asks the customer to authenticate before ``AppStore/sync()``; accounts of a local store have no
  /// password and only confirm.
  ///
  /// - Returns: Whether they did.
  func authenticate(account: String) async -> Bool
}

extension Sheets {
  /// Chooses nothing, where there is no screen for the page.
  package func choose(in page: AppStorePage) async -> Product? { nil }

  /// Has no code, where there is no screen to ask on.
  package func offerCode(account: String, failure: String?) async -> String? { nil }

  /// Asks for nothing, where there is no screen for the sheet.
  package func choose(in sheet: RefundSheet) async -> RefundSheet.Choice? { nil }

  package func finish(_ sheet: RefundSheet, failure: String?) async {}

  /// Gives no rating, where there is no screen for the sheet.
  package func choose(in sheet: ReviewSheet) async -> Int? { nil }
}
