extension Transaction {
  /// The customer's action in the sheet for a refund.
  public enum RefundRequestStatus: Hashable, Sendable {
    /// The App Store has the request, which it grants or declines later.
    case success
    /// The customer requested nothing.
    case userCancelled
  }

  /// An error of a refund request that the App Store has not accepted.
  public enum RefundRequestError: Error, Hashable, Sendable {
    /// The refund was requested before: the request is pending, or was granted or declined.
    case duplicateRequest
    /// The request has failed for any other reason, such as a store that cannot be reached.
    case failed
  }
}

extension Transaction.RefundRequestError: LocalizedError {
  /// A sentence that describes the error, in English.
  public var errorDescription: String? {
    switch self {
    case .duplicateRequest: "The refund of this purchase was already requested."
    case .failed: "The refund could not be requested."
    }
  }

  /// The same sentence as ``errorDescription``.
  public var failureReason: String? { errorDescription }

  /// A suggestion for the customer.
  public var recoverySuggestion: String? {
    switch self {
    case .duplicateRequest: "Wait for the decision, which your history shows."
    case .failed: "Try again later."
    }
  }
}
