import AppStoreServerAPI
import StoreAPI

extension APIError {
  /// Creates the error of a request from that of the store.
  ///
  /// - Parameters:
  ///   - error: The store's error.
  ///   - notFound: The request's error if the store does not have the transaction, even if it was
  ///     deleted, or its customer reset, while the request ran.
  init(_ error: StoreError, orNotFound notFound: APIError) {
    switch error {
    case .unknownTransaction, .unauthorized: self = notFound
    case .familyShared: self = .familyTransactionNotSupported
    case .invalidExtension: self = .invalidExtendByDays
    case .extensionRefused(_, .tooMany): self = .subscriptionMaxExtension
    case .extensionRefused, .notSubscribed: self = .subscriptionExtensionIneligible
    case .unavailable, .clockNotAccepted, .certificatesNotValid: self = .generalInternalRetryable
    default: self = .generalInternal
    }
  }
}
