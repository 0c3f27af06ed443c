// Original StoreKit's names with the qualifier `StoreKit`.
extension StoreKit {
  /// ``OpenStoreKit/SKError``.
  public typealias SKError = OpenStoreKit.SKError
  /// ``OpenStoreKit/SKDownload``.
  public typealias SKDownload = OpenStoreKit.SKDownload
  /// ``OpenStoreKit/SKDownloadState``.
  public typealias SKDownloadState = OpenStoreKit.SKDownloadState
  /// ``OpenStoreKit/SKMutablePayment``.
  public typealias SKMutablePayment = OpenStoreKit.SKMutablePayment
  /// ``OpenStoreKit/SKPayment``.
  public typealias SKPayment = OpenStoreKit.SKPayment
  /// ``OpenStoreKit/SKPaymentDiscount``.
  public typealias SKPaymentDiscount = OpenStoreKit.SKPaymentDiscount
  /// ``OpenStoreKit/SKPaymentQueue``.
  public typealias SKPaymentQueue = OpenStoreKit.SKPaymentQueue
  /// ``OpenStoreKit/SKPaymentQueueDelegate``.
  public typealias SKPaymentQueueDelegate = OpenStoreKit.SKPaymentQueueDelegate
  /// ``OpenStoreKit/SKPaymentTransaction``.
  public typealias SKPaymentTransaction = OpenStoreKit.SKPaymentTransaction
  /// ``OpenStoreKit/SKPaymentTransactionObserver``.
  public typealias SKPaymentTransactionObserver = OpenStoreKit.SKPaymentTransactionObserver
  /// ``OpenStoreKit/SKPaymentTransactionState``.
  public typealias SKPaymentTransactionState = OpenStoreKit.SKPaymentTransactionState
  /// ``OpenStoreKit/SKProduct``.
  public typealias SKProduct = OpenStoreKit.SKProduct
  /// ``OpenStoreKit/SKProductDiscount``.
  public typealias SKProductDiscount = OpenStoreKit.SKProductDiscount
  /// ``OpenStoreKit/SKProductStorePromotionController``.
  public typealias SKProductStorePromotionController = OpenStoreKit
    .SKProductStorePromotionController
  /// ``OpenStoreKit/SKProductStorePromotionVisibility``.
  public typealias SKProductStorePromotionVisibility = OpenStoreKit
    .SKProductStorePromotionVisibility
  /// ``OpenStoreKit/SKProductSubscriptionPeriod``.
  public typealias SKProductSubscriptionPeriod = OpenStoreKit.SKProductSubscriptionPeriod
  /// ``OpenStoreKit/SKProductsRequest``.
  public typealias SKProductsRequest = OpenStoreKit.SKProductsRequest
  /// ``OpenStoreKit/SKProductsRequestDelegate``.
  public typealias SKProductsRequestDelegate = OpenStoreKit.SKProductsRequestDelegate
  /// ``OpenStoreKit/SKProductsResponse``.
  public typealias SKProductsResponse = OpenStoreKit.SKProductsResponse
  /// ``OpenStoreKit/SKReceiptRefreshRequest``.
  public typealias SKReceiptRefreshRequest = OpenStoreKit.SKReceiptRefreshRequest
  /// ``OpenStoreKit/SKRequest``.
  public typealias SKRequest = OpenStoreKit.SKRequest
  /// ``OpenStoreKit/SKRequestDelegate``.
  public typealias SKRequestDelegate = OpenStoreKit.SKRequestDelegate
  /// ``OpenStoreKit/SKStoreProductViewController``.
  public typealias SKStoreProductViewController = OpenStoreKit.SKStoreProductViewController
  /// ``OpenStoreKit/SKStoreProductViewControllerDelegate``.
  public typealias SKStoreProductViewControllerDelegate = OpenStoreKit
    .SKStoreProductViewControllerDelegate
  /// ``OpenStoreKit/SKStoreReviewController``.
  public typealias SKStoreReviewController = OpenStoreKit.SKStoreReviewController
  /// ``OpenStoreKit/SKStorefront``.
  public typealias SKStorefront = OpenStoreKit.SKStorefront
}
