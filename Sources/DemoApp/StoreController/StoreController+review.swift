import OpenStoreKit

extension StoreController {
  /// The number of purchases in a run after which the customer is asked for a rating.
  ///
  /// Apple recommends asking after the customer has succeeded at something several times, never at
  /// the first launch and never from a button. Source: "Ratings and reviews" in the Human Interface
  /// Guidelines.
  private static let purchasesBeforeReview = 3

  /// Asks after the third purchase of this run; the system limits how often its sheet appears.
  func askForReview() async {
    purchases += 1
    if purchases == Self.purchasesBeforeReview { await AppStore.requestReview(in: self) }
  }
}
