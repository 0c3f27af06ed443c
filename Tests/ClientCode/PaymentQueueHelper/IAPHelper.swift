// Apps unwrap by force.
// swift-format-ignore-file: NeverForceUnwrap

import OpenStoreKit

// A helper class, as in many apps, in Swift 5: it observes the payment queue from its
// initializer on, has completion handlers, and posts a notification for each delivery.

typealias ProductsHandler = (_ success: Bool, _ products: [SKProduct]?) -> Void
typealias RestoreHandler = (_ identifiers: [String], _ error: Error?) -> Void

extension Notification.Name {
  static let productDelivered = Notification.Name("IAPHelperProductDelivered")
  static let purchaseFailed = Notification.Name("IAPHelperPurchaseFailed")
}

class IAPHelper: NSObject {
  private let productIdentifiers: Set<String>
  private(set) var purchasedIdentifiers = Set<String>()
  private var productsRequest: SKProductsRequest?
  private var productsHandler: ProductsHandler?
  private var restoreHandler: RestoreHandler?
  private var restoredIdentifiers: [String] = []

  init(productIdentifiers: Set<String>) {
    self.productIdentifiers = productIdentifiers
    super.init()
    SKPaymentQueue.default().add(self)
  }

  func requestProducts(completionHandler: @escaping ProductsHandler) {
    productsRequest?.cancel()
    productsHandler = completionHandler

    productsRequest = SKProductsRequest(productIdentifiers: productIdentifiers)
    productsRequest!.delegate = self
    productsRequest!.start()
  }

  func buy(_ product: SKProduct, quantity: Int = 1) {
    let payment = SKMutablePayment(product: product)
    payment.quantity = quantity
    SKPaymentQueue.default().add(payment)
  }

  /// Some apps know their products and do not load them.
  func buy(productIdentifier: String) {
    let payment = SKMutablePayment()
    payment.productIdentifier = productIdentifier
    SKPaymentQueue.default().add(payment)
  }

  func isProductPurchased(_ productIdentifier: String) -> Bool {
    purchasedIdentifiers.contains(productIdentifier)
  }

  class func canMakePayments() -> Bool {
    SKPaymentQueue.canMakePayments()
  }

  func restorePurchases(completionHandler: @escaping RestoreHandler) {
    restoreHandler = completionHandler
    restoredIdentifiers = []
    SKPaymentQueue.default().restoreCompletedTransactions()
  }
}

// MARK: - SKProductsRequestDelegate

extension IAPHelper: SKProductsRequestDelegate {
  func productsRequest(_ request: SKProductsRequest, didReceive response: SKProductsResponse) {
    for identifier in response.invalidProductIdentifiers {
      print("invalid identifier:", identifier)
    }
    productsHandler?(true, response.products)
    clearRequestAndHandler()
  }

  func request(_ request: SKRequest, didFailWithError error: Error) {
    print("failed to load products:", error.localizedDescription)
    productsHandler?(false, nil)
    clearRequestAndHandler()
  }

  private func clearRequestAndHandler() {
    productsRequest = nil
    productsHandler = nil
  }
}

// MARK: - SKPaymentTransactionObserver

extension IAPHelper: SKPaymentTransactionObserver {
  func paymentQueue(
    _ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]
  ) {
    for transaction in transactions {
      switch transaction.transactionState {
      case .purchased:
        complete(transaction)
      case .failed:
        fail(transaction)
      case .restored:
        restore(transaction)
      case .deferred, .purchasing:
        break
      @unknown default:
        break
      }
    }
  }

  func paymentQueueRestoreCompletedTransactionsFinished(_ queue: SKPaymentQueue) {
    restoreHandler?(restoredIdentifiers, nil)
    restoreHandler = nil
  }

  func paymentQueue(
    _ queue: SKPaymentQueue, restoreCompletedTransactionsFailedWithError error: Error
  ) {
    restoreHandler?(restoredIdentifiers, error)
    restoreHandler = nil
  }

  private func complete(_ transaction: SKPaymentTransaction) {
    purchasedIdentifiers.insert(transaction.payment.productIdentifier)
    NotificationCenter.default.post(
      name: .productDelivered, object: nil,
      userInfo: [
        "identifier": transaction.payment.productIdentifier,
        "quantity": transaction.payment.quantity,
      ])
    SKPaymentQueue.default().finishTransaction(transaction)
  }

  private func restore(_ transaction: SKPaymentTransaction) {
    guard let identifier = transaction.original?.payment.productIdentifier else { return }
    purchasedIdentifiers.insert(identifier)
    restoredIdentifiers.append(identifier)
    SKPaymentQueue.default().finishTransaction(transaction)
  }

  private func fail(_ transaction: SKPaymentTransaction) {
    if let error = transaction.error as? SKError,
      error.code.rawValue != SKError.paymentCancelled.rawValue
    {
      NotificationCenter.default.post(
        name: .purchaseFailed, object: nil, userInfo: ["code": error.code.rawValue])
    }
    SKPaymentQueue.default().finishTransaction(transaction)
  }
}

extension SKProduct {
  var localizedPrice: String {
    let formatter = NumberFormatter()
    formatter.numberStyle = .currency
    formatter.locale = priceLocale
    return formatter.string(from: price)!
  }
}
