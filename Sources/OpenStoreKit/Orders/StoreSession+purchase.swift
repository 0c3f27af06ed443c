import StoreAPI

extension StoreSession {
  /// As ``Product/purchase(options:)``, with a more detailed result.
  package func purchase(
    _ product: Product, options: Set<Product.PurchaseOption> = []
  ) async throws -> PurchaseOutcome {
    let request = try PurchaseRequest(product, options: options)
    diagnoseMissingListener()
    let quote = try await quote(for: request)
    try throwSimulatedError(of: .purchase)
    return try await OrderSender(session: self, request: request).run(quote)
  }

  /// Reports once, as a diagnostic, that nothing receives the app's transactions, if this is so.
  func diagnoseMissingListener() {
    if updates.reportsMissingListener() { environment.diagnose(.notListening) }
  }

  func quote(for request: PurchaseRequest) async throws -> Quote {
    do {
      return try await answeredQuote(for: request)
    } catch {
      throw error.purchaseError
    }
  }

  /// As ``quote(for:)``, with the store's own error.
  func answeredQuote(for request: PurchaseRequest) async throws(StoreError) -> Quote {
    do {
      await detectRollback()
      return try await ask { backend throws(StoreError) in
        try await backend.quote(
          request.product.id, quantity: request.quantity, offer: request.offer)
      }.value
    } catch {
      diagnose(error, of: request)
      throw error
    }
  }

  /// Reports to the developer why the store refused a purchase with an offer, because the app's error
  /// does not.
  func diagnose(_ error: StoreError, of request: PurchaseRequest) {
    guard request.offer != nil, error.isAboutOffer else { return }
    environment.diagnose(
      .offerRefused(productID: request.product.id, reason: error.description))
  }
}

extension StoreError {
  fileprivate var isAboutOffer: Bool {
    switch self {
    case .unknownOffer, .ineligibleForOffer, .invalidOfferSignature, .invalidOfferPrice,
      .missingOfferParameter, .unknownOfferCode, .offerCodeExpired, .offerCodeRedeemed:
      true
    default: false
    }
  }
}
