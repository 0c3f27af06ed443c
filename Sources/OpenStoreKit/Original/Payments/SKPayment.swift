/// A request to buy a product.
///
/// Add it to the queue: ``SKPaymentQueue/add(_:)-(SKPayment)``. Two payments are equal if they ask for the
/// same purchase.
open class SKPayment: NSObject, NSCopying, NSMutableCopying {
  /// Only ``SKMutablePayment`` changes it.
  var details: PaymentDetails

  /// The ID of the product.
  open var productIdentifier: String { details.productIdentifier }
  /// The number of units: 1 to 10, or 1 for a product that is sold singly; 1 by default.
  open var quantity: Int { details.quantity }
  /// An opaque identifier of the customer's account in the app.
  ///
  /// If it is a UUID, it is the transaction's ``Transaction/appAccountToken``; otherwise the store does not
  /// keep it.
  open var applicationUsername: String? { details.applicationUsername }
  /// Reserved by Apple; this store ignores it.
  open var requestData: Data? { details.requestData }
  /// Whether a test store handles the purchase as one that a parent must approve.
  open var simulatesAskToBuyInSandbox: Bool { details.simulatesAskToBuyInSandbox }
  /// The promotional offer; `nil` if the customer buys without one.
  open var paymentDiscount: SKPaymentDiscount? { details.discount.map(SKPaymentDiscount.init) }

  /// Creates a payment for one unit of a product.
  public init(product: SKProduct) {
    details = PaymentDetails(
      productIdentifier: product.productIdentifier, product: product.product)
    super.init()
  }

  /// Creates a payment without a product, which no store accepts.
  public override init() {
    details = PaymentDetails()
    super.init()
  }

  // Convenient, so that a class of the app inherits the public initializers.
  convenience init(_ details: PaymentDetails) {
    self.init()
    self.details = details
  }

  /// Returns a payment that asks for the same.
  open func copy(with zone: NSZone?) -> Any { SKPayment(details) }

  /// Returns an ``SKMutablePayment`` that asks for the same.
  open func mutableCopy(with zone: NSZone?) -> Any { SKMutablePayment(details) }

  /// Returns whether the other object is a payment that asks for the same.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? SKPayment).map { $0.details == details } ?? false
  }

  /// A hash of what the payment asks for.
  open override var hash: Int { details.hashValue }
}

extension PaymentDetails {
  /// What a payment asks for, even if a class of the app overrides its properties.
  init(_ payment: SKPayment) {
    self.init(
      productIdentifier: payment.productIdentifier, quantity: payment.quantity,
      applicationUsername: payment.applicationUsername, requestData: payment.requestData,
      simulatesAskToBuyInSandbox: payment.simulatesAskToBuyInSandbox,
      discount: payment.paymentDiscount?.details, product: payment.details.product)
  }
}
