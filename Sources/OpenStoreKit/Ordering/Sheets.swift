/// The system's side of the screen: what asks the customer on behalf of the store.
package protocol Sheets: Sendable {
  /// Asks the customer; `true` only when they confirmed.
  ///
  /// The sheet belongs to the system, not to the app. A cancelled task is a `false`.
  func confirm(_ sheet: PurchaseSheet) async -> Bool

  /// Says how a confirmed sheet ended: called exactly once for each sheet that was confirmed.
  func finish(_ sheet: PurchaseSheet, with ending: PurchaseSheet.Ending) async

  /// Asks for the account's authentication before ``AppStore/sync()``; `true` when they gave it.
  ///
  /// Local accounts have no password and only confirm.
  func authenticate(account: String) async -> Bool
}
