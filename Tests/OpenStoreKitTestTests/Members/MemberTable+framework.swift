import Testing

extension MemberTable {
  /// A framework whose members a table lists.
  struct Framework: Sendable, CustomTestStringConvertible {
    /// The name of the table's file.
    let file: String
    /// The module whose documentation has the table.
    let module: String
    /// As the documentation calls it.
    let name: String
    /// The lines before the probes.
    let prelude: String

    var title: String { "The members of \(name)" }
    var testDescription: String { name }

    static let all = [storeKit2, original, storeKitTest]

    static let storeKit2 = Framework(
      file: "StoreKit", module: "OpenStoreKit", name: "StoreKit 2", prelude: withTest)
    static let storeKitTest = Framework(
      file: "StoreKitTest", module: "OpenStoreKitTest", name: "StoreKitTest", prelude: withTest)
    static let original = Framework(
      file: "OriginalStoreKit", module: "OpenStoreKit", name: "original StoreKit",
      prelude: ofApp)
  }
}

extension MemberTable.Framework {
  /// A file of a test.
  private static let withTest = """
    import OpenStoreKitTest
    func make<Value>(_ type: Value.Type = Value.self) -> Value { fatalError() }
    var product: Product { make() }
    var info: Product.SubscriptionInfo { make() }
    var status: Product.SubscriptionInfo.Status { make() }
    var renewal: Product.SubscriptionInfo.RenewalInfo { make() }
    var offer: Product.SubscriptionOffer { make() }
    var period: Product.SubscriptionPeriod { make() }
    var transaction: Transaction { make() }
    var verified: VerificationResult<Transaction> { make() }
    var app: AppTransaction { make() }
    var storefront: Storefront { make() }
    var message: Message { make() }
    var session: SKTestSession { make() }
    var entry: SKTestTransaction { make() }
    var url: URL { make() }
    var data: Data { make() }
    struct Scene: Sendable {}
    var scene: Scene { make() }
    """

  /// A file of an app on original StoreKit.
  private static let ofApp = """
    import OpenStoreKit
    func make<Value>(_ type: Value.Type = Value.self) -> Value { fatalError() }
    var queue: SKPaymentQueue { make() }
    var payment: SKPayment { make() }
    var mutable: SKMutablePayment { make() }
    var discount: SKPaymentDiscount { make() }
    var transaction: SKPaymentTransaction { make() }
    var download: SKDownload { make() }
    var product: SKProduct { make() }
    var offer: SKProductDiscount { make() }
    var storefront: SKStorefront { make() }
    var response: SKProductsResponse { make() }
    var controller: SKProductStorePromotionController { make() }
    var page: SKStoreProductViewController { make() }
    var anyError: any Error { make() }
    struct Scene: Sendable {}
    var scene: Scene { make() }
    final class MinimalObserver: NSObject, SKPaymentTransactionObserver {
      func paymentQueue(_ q: SKPaymentQueue, updatedTransactions t: [SKPaymentTransaction]) {}
    }
    final class FullObserver: NSObject, SKPaymentTransactionObserver {
      func paymentQueue(_ q: SKPaymentQueue, updatedTransactions t: [SKPaymentTransaction]) {}
      func paymentQueue(_ q: SKPaymentQueue, removedTransactions t: [SKPaymentTransaction]) {}
      func paymentQueue(
        _ q: SKPaymentQueue, restoreCompletedTransactionsFailedWithError e: Error
      ) {}
      func paymentQueueRestoreCompletedTransactionsFinished(_ q: SKPaymentQueue) {}
      func paymentQueue(_ q: SKPaymentQueue, updatedDownloads d: [SKDownload]) {}
      func paymentQueue(
        _ q: SKPaymentQueue, shouldAddStorePayment p: SKPayment, for product: SKProduct
      ) -> Bool { true }
      func paymentQueue(
        _ q: SKPaymentQueue, didRevokeEntitlementsForProductIdentifiers p: [String]
      ) {}
      func paymentQueueDidChangeStorefront(_ q: SKPaymentQueue) {}
    }
    final class Decider: NSObject, SKPaymentQueueDelegate {
      func paymentQueue(
        _ q: SKPaymentQueue, shouldContinue t: SKPaymentTransaction, in s: SKStorefront
      ) -> Bool { true }
      func paymentQueueShouldShowPriceConsent(_ q: SKPaymentQueue) -> Bool { true }
    }
    final class Loader: NSObject, SKProductsRequestDelegate {
      func productsRequest(_ r: SKProductsRequest, didReceive response: SKProductsResponse) {}
      func requestDidFinish(_ r: SKRequest) {}
      func request(_ r: SKRequest, didFailWithError e: Error) {}
    }
    final class Viewer: NSObject, SKStoreProductViewControllerDelegate {
      func productViewControllerDidFinish(_ c: SKStoreProductViewController) {}
    }
    """
}
