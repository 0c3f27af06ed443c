import OpenStoreKit

// A store in Swift 5 that trusts only the receipt on the device: a purchase is unlocked when it is in
// the receipt, and a new receipt is requested when the customer asks for one.

final class ReceiptStore: NSObject {
  /// Called on the main queue with what has happened.
  var onEvent: ((String) -> Void)?
  private var refreshRequest: SKReceiptRefreshRequest?

  func launch() {
    SKPaymentQueue.default().add(self)
    do {
      let receipt = try Receipt.load()
      onEvent?("receipt: \(receipt.inAppPurchases.count) purchases")
    } catch ReceiptFileError.missing {
      onEvent?("receipt: none, a new customer")
    } catch {
      SKTerminateForInvalidReceipt()
    }
  }

  func stop() {
    SKPaymentQueue.default().remove(self)
  }

  func buy(_ productIdentifier: String, quantity: Int) {
    let payment = SKMutablePayment()
    payment.productIdentifier = productIdentifier
    payment.quantity = quantity
    SKPaymentQueue.default().add(payment)
  }

  func refreshReceipt() {
    refreshRequest = SKReceiptRefreshRequest(receiptProperties: nil)
    refreshRequest?.delegate = self
    refreshRequest?.start()
  }
}

extension ReceiptStore: SKRequestDelegate {
  func requestDidFinish(_ request: SKRequest) {
    guard request is SKReceiptRefreshRequest else { return }
    refreshRequest = nil
    onEvent?("the receipt is new")
  }

  func request(_ request: SKRequest, didFailWithError error: Error) {
    refreshRequest = nil
    onEvent?("no receipt: \(error.localizedDescription)")
  }
}

extension ReceiptStore: SKPaymentTransactionObserver {
  func paymentQueue(
    _ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]
  ) {
    for transaction in transactions where transaction.transactionState == .purchased {
      unlock(transaction)
      queue.finishTransaction(transaction)
    }
    for transaction in transactions where transaction.transactionState == .failed {
      queue.finishTransaction(transaction)
    }
  }

  private func unlock(_ transaction: SKPaymentTransaction) {
    let purchase = try? Receipt.load().inAppPurchases.first {
      $0.transactionIdentifier == transaction.transactionIdentifier
    }
    guard let purchase else {
      onEvent?("not in the receipt: \(transaction.payment.productIdentifier)")
      return
    }
    onEvent?("unlocked: \(purchase.quantity) × \(purchase.productIdentifier)")
  }
}
