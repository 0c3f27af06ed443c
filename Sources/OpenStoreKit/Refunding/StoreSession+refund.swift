package import StoreAPI

// Requests for refunds: the sheet, and the customer's command.
extension StoreSession {
  /// As ``Transaction/beginRefundRequest(for:in:)``.
  package func beginRefundRequest(
    for id: UInt64
  ) async throws -> Transaction.RefundRequestStatus {
    try await askForSimulatedError(of: .refundRequest)
    let id = TransactionID(rawValue: id)
    do throws(StoreFault) {
      return try await askForRefund(of: id) == nil ? .userCancelled : .success
    } catch {
      environment.diagnose(.failed(doing: "asking for a refund", reason: "\(error)"))
      throw Transaction.RefundRequestError(error)
    }
  }

  /// Shows the sheet, and asks for what the customer chooses in it.
  ///
  /// - Returns: The reason; `nil` if the customer asked for nothing.
  /// - Throws: As ``requestRefund(of:_:)`` does.
  package func askForRefund(of id: TransactionID) async throws(StoreFault) -> RefundReason? {
    let kept = await keptTransactions(of: nil).first { $0.payload.transactionId == id }
    let sheet = RefundSheet(
      id: environment.makeUUID(), account: account, device: deviceName,
      transactionID: id.rawValue, product: kept.map { name(of: $0.payload.productId) })
    guard let choice = await sheets.choose(in: sheet) else { return nil }
    do throws(StoreFault) {
      try await requestRefund(of: id, choice)
    } catch {
      await sheets.finish(sheet, failure: "\(error)")
      throw error
    }
    await sheets.finish(sheet, failure: nil)
    return choice.reason
  }

  /// Asks the store for a refund, in a task of its own, because the request is not cancelled with the
  /// screen that made it.
  ///
  /// - Throws: The faults of
  ///   ``StoreAPI/CustomerCommand/requestRefund(transactionID:requestID:reason:text:)``.
  package func requestRefund(
    of id: TransactionID, _ choice: RefundSheet.Choice
  ) async throws(StoreFault) {
    let command = CustomerCommand.requestRefund(
      transactionID: id, requestID: LowercaseUUID(environment.makeUUID()), reason: choice.reason,
      text: choice.text)
    let result: Result<Void, StoreFault> = await Task {
      do throws(StoreFault) {
        _ = try await ask { backend throws(StoreFault) in try await backend.perform(command) }
        return .success(())
      } catch {
        return .failure(error)
      }
    }.value
    try result.get()
  }

  /// The name of a product; its ID if this device does not know it.
  private func name(of productID: String) -> String {
    withState { $0.products.first { $0.id == productID }?.displayName } ?? productID
  }
}

extension Transaction.RefundRequestError {
  init(_ fault: StoreFault) {
    switch fault {
    case .duplicateRefundRequest, .alreadyRefunded: self = .duplicateRequest
    default: self = .failed
    }
  }
}
