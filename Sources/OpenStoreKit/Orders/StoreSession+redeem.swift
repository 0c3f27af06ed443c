import StoreAPI

extension StoreSession {
  /// Redeems an offer code: the customer is shown what it gives, and confirms.
  ///
  /// As a purchase in the App Store, its transaction comes through ``Transaction/updates``. For a
  /// subscriber the offer may begin with the next period.
  ///
  /// - Parameters:
  ///   - code: The code, in any case.
  ///   - isAskedAgain: Whether the caller shows the error and asks for a code again, so that the purchase
  ///     sheet does not show it too.
  ///   - check: Throws if the app has no use for the product; the code is then not redeemed.
  /// - Returns: The product, and the outcome of its purchase.
  /// - Throws: The errors of a purchase and of `check`; `StoreKitError.systemError` with the reason for a
  ///   code that is unknown, has expired, was redeemed, or is not for this customer now; the error that is
  ///   simulated for the redeem sheet.
  package func redeem(
    _ code: String, isAskedAgain: Bool = false,
    check: @Sendable (Product) async throws -> Void = { _ in }
  ) async throws -> (product: Product, PurchaseOutcome) {
    try await askForSimulatedError(of: .offerCodeRedeem)
    let code = OfferCode.normalized(code)
    let id: String
    do {
      id = try await ask { backend throws(StoreError) in try await backend.offerCode(code) }.value
    } catch {
      environment.diagnose(.failed(doing: "redeeming an offer code", reason: "\(error)"))
      throw error.purchaseError
    }
    guard let product = try await products([id]).first else {
      throw Product.PurchaseError.productUnavailable
    }
    try await check(product)
    var request = try PurchaseRequest(product, options: [.offerCode(code)])
    request.isOfApp = false
    request.isShownByCodeSheet = isAskedAgain
    let quote = try await redemptionQuote(for: request)
    return (product, try await OrderSender(session: self, request: request).run(quote))
  }

  /// The customer reads in the sheet why a code is not for them; StoreKit's error of a purchase does not
  /// say it.
  private func redemptionQuote(for request: PurchaseRequest) async throws -> Quote {
    do {
      return try await answeredQuote(for: request)
    } catch {
      if case .ineligibleForOffer = error { throw error.storeKitError }
      throw error.purchaseError
    }
  }

  /// Asks for a code until one was redeemed, or the customer closes a sheet.
  ///
  /// - Parameter check: Throws if the app has no use for the product of a code; the sheet says why, and
  ///   asks for another code.
  /// - Throws: ``StoreKitError/networkError(_:)``, and the error that is simulated for it.
  package func presentOfferCodeRedeemSheet(
    check: @Sendable (Product) async throws -> Void = { _ in }
  ) async throws {
    try await askForSimulatedError(of: .offerCodeRedeem)
    var failure: String?
    while let code = await sheets.offerCode(account: account, failure: failure) {
      do {
        _ = try await redeem(code, isAskedAgain: true, check: check)
        return
      } catch StoreKitError.networkError(let reason) {
        throw StoreKitError.networkError(reason)
      } catch StoreKitError.systemError(let reason) {
        failure = reason.localizedDescription
      } catch {
        failure = error.localizedDescription
      }
    }
  }
}
