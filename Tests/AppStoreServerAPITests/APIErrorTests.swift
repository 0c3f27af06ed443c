import AppStoreServerAPI
import Testing

@Suite struct APIErrorTests {
  @Test func `every error has an HTTP status and its own sentence`() {
    for error in APIError.allCases {
      #expect([400, 403, 404, 429, 500].contains(error.status), "\(error)")
      #expect(error.message.hasSuffix("."), "\(error)")
    }
    #expect(Set(APIError.allCases.map(\.message)).count == APIError.allCases.count)
  }

  /// As in Apple's data and replies.
  @Test(arguments: [
    (APIError.invalidTransactionId, "Invalid transaction id."),
    (.transactionIdNotFound, "Transaction id not found."),
    (.rateLimitExceeded, "Rate limit exceeded."),
    (.generalInternal, "An unknown error occurred."),
    (.generalInternalRetryable, "An unknown error occurred. Please try again."),
    (
      .invalidAppAccountTokenUUID,
      "Invalid request. The app account token field must be a valid UUID."
    ),
    (
      .familyTransactionNotSupported,
      "Invalid request. Family Sharing transactions aren't supported by this endpoint."
    ),
    (
      .transactionIdNotOriginalTransactionId,
      "Invalid request. The transaction ID provided is not an original transaction ID."
    ),
    (.appTransactionDoesNotExist, "No AppTransaction exists for the customer."),
  ])
  func `sentences that Apple publishes are Apple's`(error: APIError, message: String) {
    #expect(error.message == message)
  }
}
