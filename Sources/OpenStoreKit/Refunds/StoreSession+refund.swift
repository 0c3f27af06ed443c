package import AppStorePayloads
package import StoreAPI
import TaskScheduling

// Requests for refunds: the sheet, and the customer's command.
extension StoreSession {
  /// As ``Transaction/beginRefundRequest(for:in:)``.
  package func beginRefundRequest(
    for id: UInt64
  ) async throws -> Transaction.RefundRequestStatus {
    try await askForSimulatedError(of: .refundRequest)
    let id = TransactionID(rawValue: id)
    do throws(StoreError) {
      return try await askForRefund(of: id) == nil ? .userCancelled : .success
    } catch {
      environment.diagnose(.failed(doing: "asking for a refund", reason: "\(error)"))
      throw Transaction.RefundRequestError(error)
    }
  }

  /// Shows the sheet, and requests the refund that the customer chooses in it.
  ///
  /// - Returns: The reason; `nil` if the customer requested nothing.
  /// - Throws: As ``requestRefund(of:_:)`` does.
  package func askForRefund(of id: TransactionID) async throws(StoreError) -> RefundReason? {
    let transaction = await transaction(id.rawValue)
    let sheet = RefundSheet(
      id: environment.makeUUID(), account: account, device: deviceName,
      transactionID: id.rawValue,
      purchase: transaction.map { purchase($0.unsafePayloadValue.payload) })
    guard let choice = await sheets.choose(in: sheet) else { return nil }
    do throws(StoreError) {
      try await requestRefund(of: id, choice)
    } catch {
      await sheets.finish(sheet, failure: "\(error)")
      throw error
    }
    await sheets.finish(sheet, failure: nil)
    return choice.reason
  }

  /// Requests a refund from the store, in a task of its own: the request outlives a cancelled
  /// screen.
  ///
  /// - Throws: The errors of
  ///   ``StoreAPI/CustomerCommand/requestRefund(transactionID:requestID:reason:text:)``.
  package func requestRefund(
    of id: TransactionID, _ choice: RefundSheet.Choice
  ) async throws(StoreError) {
    let command = CustomerCommand.requestRefund(
      transactionID: id, requestID: LowercaseUUID(environment.makeUUID()), reason: choice.reason,
      text: choice.text)
    let result: Result<Void, StoreError> = await Task.onCurrentExecutor { [self] in
      do throws(StoreError) {
        _ = try await ask { backend throws(StoreError) in try await backend.perform(command) }
        return .success(())
      } catch {
        return .failure(error)
      }
    }.value
    try result.get()
  }

  /// The purchase with its price, in the storefront's language and the currency of the charge.
  private func purchase(_ payload: TransactionPayload) -> RefundSheet.Item {
    let products = productCache.known
    let product = products.first { $0.id == payload.productId }
    let locale = (product ?? products.first)?.priceFormatStyle.locale ?? Locale(identifier: "en_US")
    let style = Decimal.FormatStyle.Currency(code: payload.currency, locale: locale)
    return RefundSheet.Item(
      product: product?.displayName ?? payload.productId, quantity: payload.quantity,
      displayPrice: Decimal(milliunits: payload.price).formatted(style))
  }
}

extension Transaction.RefundRequestError {
  init(_ error: StoreError) {
    switch error {
    case .duplicateRefundRequest, .alreadyRefunded: self = .duplicateRequest
    default: self = .failed
    }
  }
}
