import StoreAPI

extension AppStore {
  /// Shows the customer's subscriptions, with the changes that they can make.
  ///
  /// It returns when the customer has changed something or has closed the sheet. The app receives
  /// every change, including a purchase, through ``Product/SubscriptionInfo/Status/updates`` and
  /// ``Transaction/updates``.
  ///
  /// - Parameter scene: Any value: the system shows the sheet and needs no window.
  /// - Throws: ``StoreKitError``: `networkError` if the store cannot be reached, or if it is not
  ///   known whether the store has made a change; ``Product/PurchaseError`` if the customer chose a
  ///   plan and the store does not sell it.
  @MainActor
  public static func showManageSubscriptions(in scene: Any) async throws {
    try await StoreSession.connected().manageSubscriptions(in: nil)
  }

  /// Shows the customer's subscription in one group, with the changes that they can make.
  ///
  /// - Parameters:
  ///   - scene: Any value, as in ``showManageSubscriptions(in:)``.
  ///   - subscriptionGroupID: The subscription group.
  /// - Throws: As ``showManageSubscriptions(in:)`` does.
  @MainActor
  public static func showManageSubscriptions(
    in scene: Any, subscriptionGroupID: String
  ) async throws {
    try await StoreSession.connected().manageSubscriptions(in: subscriptionGroupID)
  }

  /// Asks the customer for an offer code, and redeems it.
  ///
  /// It returns when the code was redeemed or the customer has closed the sheet. If a code cannot be
  /// redeemed, the sheet says why. The app receives the transaction through
  /// ``Transaction/updates``, and an offer that begins with a subscriber's next period through
  /// ``Product/SubscriptionInfo/Status/updates``.
  ///
  /// - Parameter scene: Any value, as in ``showManageSubscriptions(in:)``.
  /// - Throws: ``StoreKitError``: `networkError` if the store cannot be reached.
  @MainActor
  public static func presentOfferCodeRedeemSheet(in scene: Any) async throws {
    try await StoreSession.connected().presentOfferCodeRedeemSheet()
  }

  /// Asks the customer for a rating of the app, in stars.
  ///
  /// The sheet appears each time in a test session, otherwise at most three times in 365 days on a
  /// device, and after a rating only in another version of the app, 365 days later. If these limits
  /// keep it closed, or there is no store, a diagnostic says so. The app cannot know whether the sheet
  /// has appeared, so call this after something has gone well, and never from a button. Source:
  /// "requestReview(in:)" of StoreKit.
  ///
  /// - Parameter scene: Any value, as in ``showManageSubscriptions(in:)``.
  @MainActor
  public static func requestReview(in scene: Any) {
    Task {
      do {
        try await StoreSession.connected().requestReview()
      } catch {
        let diagnose = StoreSession.existing?.environment.diagnose ?? Diagnostic.print
        diagnose(.failed(doing: "asking for a rating", reason: error.sentence))
      }
    }
  }

  /// Shows the sheet for updating the payment method, which replaces
  /// https://apps.apple.com/account/billing.
  ///
  /// - Throws: ``StoreKitError``: `networkError` if the store cannot be reached.
  @MainActor
  package static func showPaymentSheet() async throws {
    _ = try await StoreSession.connected().fixPayment()
  }

  /// Shows the price increase of a group's subscription, which the customer accepts or declines; nothing
  /// happens if no increase waits for an answer.
  ///
  /// - Throws: ``StoreKitError``: `networkError` if the store cannot be reached.
  @MainActor
  package static func showPriceIncreaseSheet(subscriptionGroupID: String) async throws {
    _ = try await StoreSession.connected().answerPriceIncrease(in: subscriptionGroupID)
  }
}
