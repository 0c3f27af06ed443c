/// A payment whose properties can be set before it is added to the queue.
open class SKMutablePayment: SKPayment {
  /// The ID of the product.
  open override var productIdentifier: String {
    get { details.productIdentifier }
    set {
      if newValue != details.productIdentifier { details.product = nil }
      details.productIdentifier = newValue
    }
  }

  /// The number of units: 1 to 10, or 1 for a product that is sold singly; 1 by default.
  open override var quantity: Int {
    get { details.quantity }
    set { details.quantity = newValue }
  }

  /// As ``SKPayment/applicationUsername``.
  open override var applicationUsername: String? {
    get { details.applicationUsername }
    set { details.applicationUsername = newValue }
  }

  /// As ``SKPayment/requestData``.
  open override var requestData: Data? {
    get { details.requestData }
    set { details.requestData = newValue }
  }

  /// As ``SKPayment/simulatesAskToBuyInSandbox``.
  open override var simulatesAskToBuyInSandbox: Bool {
    get { details.simulatesAskToBuyInSandbox }
    set { details.simulatesAskToBuyInSandbox = newValue }
  }

  /// As ``SKPayment/paymentDiscount``.
  open override var paymentDiscount: SKPaymentDiscount? {
    get { details.discount.map(SKPaymentDiscount.init) }
    set { details.discount = newValue?.details }
  }
}
