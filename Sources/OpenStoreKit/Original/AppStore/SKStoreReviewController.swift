/// Asks the customer for a rating of the app, in original StoreKit.
///
/// Source: "SKStoreReviewController".
open class SKStoreReviewController: NSObject {
  /// Asks for a rating, as ``AppStore/requestReview(in:)`` does.
  public class func requestReview() {
    Task { @MainActor in AppStore.requestReview(in: ()) }
  }

  /// Asks for a rating, as ``AppStore/requestReview(in:)`` does.
  ///
  /// - Parameter windowScene: Any value: the system shows the sheet and needs no window.
  public class func requestReview(in windowScene: Any) { requestReview() }
}
