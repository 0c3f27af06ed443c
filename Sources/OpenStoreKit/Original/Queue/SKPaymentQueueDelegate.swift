/// Makes decisions for the payment queue, on the main queue; both methods are optional.
public protocol SKPaymentQueueDelegate: NSObjectProtocol {
  /// Returns whether a purchase continues, although the storefront has changed since its product was
  /// loaded; `true` by default.
  ///
  /// If it does not, the transaction fails with ``SKError/Code/storeProductNotAvailable``.
  func paymentQueue(
    _ paymentQueue: SKPaymentQueue, shouldContinue transaction: SKPaymentTransaction,
    in newStorefront: SKStorefront
  ) -> Bool

  /// Returns whether a price increase that waits for the customer's consent is shown now; `true` by
  /// default.
  ///
  /// If it is not, show it later: ``SKPaymentQueue/showPriceConsentIfNeeded()``. Set the delegate before
  /// the first observer is added.
  func paymentQueueShouldShowPriceConsent(_ paymentQueue: SKPaymentQueue) -> Bool
}

extension SKPaymentQueueDelegate {
  /// Continues the purchase.
  public func paymentQueue(
    _ paymentQueue: SKPaymentQueue, shouldContinue transaction: SKPaymentTransaction,
    in newStorefront: SKStorefront
  ) -> Bool { true }

  /// Shows the price increase.
  public func paymentQueueShouldShowPriceConsent(_ paymentQueue: SKPaymentQueue) -> Bool { true }
}
