/// The status of a response of verifyReceipt, by Apple's number.
///
/// Two of Apple's numbers are missing, because this store never returns them: the App Store no
/// longer sends 21001, and 21006 is about receipts of iOS 6. Source: "status" in the documentation
/// of App Store Receipts.
package enum ReceiptStatus: Int, Error, Hashable, Sendable, CaseIterable {
  /// The receipt is valid, even if its subscriptions have expired.
  case valid = 0
  /// The request's method is not `POST`.
  case notPost = 21_000
  /// The body or the receipt cannot be read.
  case malformed = 21_002
  /// The receipt was not signed by this store.
  case notAuthenticated = 21_003
  /// The shared secret is missing or not the store's.
  case wrongSharedSecret = 21_004
  /// The server is not available now.
  case unavailable = 21_005
  /// A receipt of a sandbox was sent to production.
  case receiptIsOfSandbox = 21_007
  /// A receipt of production was sent to a sandbox.
  case receiptIsOfProduction = 21_008
  /// The store's data cannot be read now.
  case dataUnavailable = 21_009
  /// The customer no longer exists in the store.
  case accountNotFound = 21_010
  /// The store failed; the same request may succeed later.
  case internalError = 21_100

  /// The response's `is-retryable`: 1 if the same request may succeed later.
  ///
  /// Only the statuses 21100 to 21199 have it.
  var isRetryable: Int? { self == .internalError ? 1 : nil }
}
