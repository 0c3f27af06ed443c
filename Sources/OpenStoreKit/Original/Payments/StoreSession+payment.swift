import AppStorePayloads
import StoreAPI

/// How a payment ended without an error.
enum PaymentEnd: Sendable {
  case sold(BoughtTransaction)
  /// The order waits; these are all orders of the customer.
  case waits([CustomerOrder])
}

extension StoreSession {
  /// Buys what a payment asks for, after the customer has confirmed it, and writes the receipt.
  ///
  /// - Parameters:
  ///   - payment: The payment.
  ///   - shouldContinue: Decides whether to buy if the storefront has changed since the product was
  ///     loaded.
  /// - Returns: How the payment ended.
  /// - Throws: The errors of a purchase, ``StoreKitError/userCancelled`` if the customer declined, and
  ///   ``SKError`` if the payment itself is not valid.
  func pay(
    _ payment: PaymentDetails, shouldContinue: (Storefront) async -> Bool
  ) async throws -> PaymentEnd {
    let options = try payment.options
    let product = try await product(of: payment)
    let outcome = try await purchase(product, options, shouldContinue)
    switch outcome.result {
    case .success(let result):
      guard let bought = bought(result.unsafePayloadValue.signed) else {
        throw StoreKitError.systemError(
          SystemErrorReason("the product was bought, but the store's signature cannot be trusted"))
      }
      await updateReceipt()
      return .sold(bought)
    case .userCancelled: throw StoreKitError.userCancelled
    case .pending: return .waits(ordersNow)
    }
  }

  private func product(of payment: PaymentDetails) async throws -> Product {
    if let product = payment.product { return product }
    guard let product = try await products([payment.productIdentifier]).first else {
      throw Product.PurchaseError.productUnavailable
    }
    return product
  }

  private func purchase(
    _ product: Product, _ options: Set<Product.PurchaseOption>,
    _ shouldContinue: (Storefront) async -> Bool
  ) async throws -> PurchaseOutcome {
    let request = try PurchaseRequest(product, options: options)
    let quote = try await quote(for: request)
    try throwSimulatedError(of: .purchase)
    if !product.isSold(in: quote.storefront) {
      guard await shouldContinue(Storefront(quote.storefront)) else {
        throw StoreKitError.notAvailableInStorefront
      }
    }
    return try await OrderSender(session: self, request: request).run(quote)
  }
}

extension Product {
  /// Whether the product was loaded in this storefront.
  fileprivate func isSold(in storefront: StoreStorefront) -> Bool {
    storefront.currency == record.currency && storefront.locale == record.locale
  }
}
