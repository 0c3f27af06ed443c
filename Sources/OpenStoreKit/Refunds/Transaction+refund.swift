extension Transaction {
  /// Shows the sheet for requesting the refund of this transaction.
  ///
  /// The decision comes later: a granted refund comes through ``updates``, with its
  /// ``revocationDate``. A test session decides at once. Apple decides within 48 hours.
  ///
  /// - Parameter scene: Any value: the system shows the sheet and needs no window.
  /// - Returns: Whether the customer has asked for it.
  /// - Throws: ``RefundRequestError``: `duplicateRequest` if its refund was requested or granted
  ///   before, otherwise `failed`, for example if the store cannot be reached.
  @MainActor
  public func beginRefundRequest(in scene: Any) async throws -> RefundRequestStatus {
    try await session.beginRefundRequest(for: id)
  }

  /// Shows the sheet for requesting the refund of a transaction.
  ///
  /// - Parameters:
  ///   - transactionID: The ``id`` of a transaction of the customer.
  ///   - scene: Any value, as in ``beginRefundRequest(in:)``.
  /// - Returns: Whether the customer has asked for it.
  /// - Throws: As ``beginRefundRequest(in:)`` does, and `failed` if the customer has no such
  ///   transaction; ``StoreKitError`` if this process cannot be connected to its store.
  @MainActor
  public static func beginRefundRequest(
    for transactionID: UInt64, in scene: Any
  ) async throws -> RefundRequestStatus {
    try await StoreSession.connected().beginRefundRequest(for: transactionID)
  }
}
