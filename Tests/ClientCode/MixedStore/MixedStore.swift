import OpenStoreKit

// A store that uses both APIs, in Swift 6: StoreKit 2 buys and knows what is owned, original StoreKit
// loads the products for the paywall, takes purchases that begin in the App Store, and restores.

@MainActor
final class MixedStore: NSObject {
  private(set) var products: [SKProduct] = []
  /// Yields what the payment queue delivers.
  nonisolated let deliveries: AsyncStream<String>
  private nonisolated let delivery: AsyncStream<String>.Continuation
  private let identifiers: Set<String>
  private var request: SKProductsRequest?
  private var loading: CheckedContinuation<Void, Never>?

  init(identifiers: Set<String>) {
    self.identifiers = identifiers
    (deliveries, delivery) = AsyncStream.makeStream()
    super.init()
    SKPaymentQueue.default().add(self)
  }

  func loadProducts() async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      loading = continuation
      let request = SKProductsRequest(productIdentifiers: identifiers)
      request.delegate = self
      request.start()
      self.request = request
    }
  }

  /// Buys with StoreKit 2.
  func buy(_ identifier: String) async throws -> Bool {
    guard let product = try await Product.products(for: [identifier]).first,
      case .success(.verified(let transaction)) = try await product.purchase()
    else { return false }
    await transaction.finish()
    return true
  }

  /// Buys with original StoreKit.
  func pay(for identifier: String) {
    for product in products where product.productIdentifier == identifier {
      SKPaymentQueue.default().add(SKPayment(product: product))
    }
  }

  /// What the paywall says about each product.
  var paywall: [String] {
    products.map { product in
      guard let offer = product.introductoryPrice else { return product.localizedTitle }
      return "\(product.localizedTitle), first \(offer.subscriptionPeriod.numberOfUnits) months "
        + "for \(offer.price.decimalValue)"
    }
  }

  func owned() async -> [String] {
    var owned: [String] = []
    for await case .verified(let transaction) in Transaction.currentEntitlements {
      owned.append(transaction.productID)
    }
    return owned.sorted()
  }

  func restore() {
    SKPaymentQueue.default().restoreCompletedTransactions()
  }

  func stop() {
    SKPaymentQueue.default().remove(self)
  }

  private func show(_ products: [SKProduct]) {
    self.products = products.sorted { $0.price.decimalValue < $1.price.decimalValue }
    endLoading()
  }

  private func endLoading() {
    request = nil
    loading?.resume()
    loading = nil
  }
}

extension MixedStore: SKProductsRequestDelegate {
  nonisolated func productsRequest(
    _ request: SKProductsRequest, didReceive response: SKProductsResponse
  ) {
    Task { @MainActor in show(response.products) }
  }

  nonisolated func request(_ request: SKRequest, didFailWithError error: any Error) {
    Task { @MainActor in endLoading() }
  }
}

extension MixedStore: SKPaymentTransactionObserver {
  nonisolated func paymentQueue(
    _ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]
  ) {
    for transaction in transactions {
      let identifier = transaction.payment.productIdentifier
      switch transaction.transactionState {
      case .purchased: delivery.yield("delivered: \(identifier)")
      case .restored: delivery.yield("restored: \(identifier)")
      case .failed: delivery.yield("failed: \(identifier)")
      case .purchasing, .deferred: continue
      @unknown default: continue
      }
      queue.finishTransaction(transaction)
    }
  }

  nonisolated func paymentQueue(
    _ queue: SKPaymentQueue, shouldAddStorePayment payment: SKPayment, for product: SKProduct
  ) -> Bool {
    true
  }

  nonisolated func paymentQueueRestoreCompletedTransactionsFinished(_ queue: SKPaymentQueue) {
    delivery.yield("everything is restored")
  }
}
