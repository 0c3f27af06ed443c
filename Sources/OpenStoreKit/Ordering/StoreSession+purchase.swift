import StoreAPI

// From the app's call to the transaction: quote, sheet, order, answer. The order's key is on the
// disk before the order is sent, and goes only when the answer has been dealt with.
extension StoreSession {
  /// As ``Product/purchase(options:)``, and says more about what happened.
  package func purchase(
    _ product: Product, options: Set<Product.PurchaseOption> = []
  ) async throws -> PurchaseOutcome {
    let request = try PurchaseRequest(product, options: options)
    warnUnlessListening()
    let quote = try await quote(for: request)
    guard request.continues(in: quote.storefront) else {
      throw StoreKitError.notAvailableInStorefront
    }
    return try await offer(request, for: quote, mayAskAgain: true)
  }

  private func quote(for request: PurchaseRequest) async throws -> Quote {
    do {
      return try await ask { backend throws(StoreFault) in
        try await backend.quote(request.product.id, quantity: request.quantity)
      }
    } catch {
      throw error.purchaseError
    }
  }

  /// Asks the customer, then the store; once more where the terms have changed in between.
  private func offer(
    _ request: PurchaseRequest, for quote: Quote, mayAskAgain: Bool
  ) async throws -> PurchaseOutcome {
    let sheet = sheet(request, quote)
    guard await sheets.confirm(sheet) else { return PurchaseOutcome(result: .userCancelled) }
    // A task of its own: a sent order is not cancelled with the screen that sent it.
    let end = await Task { await self.order(request, quote) }.value
    await sheets.finish(sheet, with: end.ending)
    switch end {
    case .sold(let outcome, _): return outcome
    case .refused(.quoteChanged(let quote)) where mayAskAgain:
      return try await offer(request, for: quote, mayAskAgain: false)
    case .refused(let fault), .unknown(let fault): throw fault.purchaseError
    case .failed(let error): throw error
    }
  }

  private func sheet(_ request: PurchaseRequest, _ quote: Quote) -> PurchaseSheet {
    let style = Decimal.FormatStyle.Currency(
      code: quote.currency, locale: request.product.priceFormatStyle.locale)
    return PurchaseSheet(
      id: environment.makeUUID(), product: request.product, quantity: request.quantity,
      account: account, device: deviceName, storefront: Storefront(quote.storefront),
      terms: PurchaseSheet.Terms(quote, priceFormatStyle: style), now: now)
  }

  private func warnUnlessListening() {
    guard !isListenedTo else { return }
    let isFirst = withState { state in
      defer { state.warnedOfNoListener = true }
      return !state.warnedOfNoListener
    }
    if isFirst { environment.diagnose(.notListening) }
  }
}
