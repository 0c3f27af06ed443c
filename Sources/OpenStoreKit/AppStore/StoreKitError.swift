import StoreAPI

/// An error of the store or the system.
///
/// Apple may add cases, so a switch outside this package needs an `@unknown default`.
@nonexhaustive
public enum StoreKitError: Error, Sendable {
  /// An error without more information.
  case unknown
  /// The customer declined.
  case userCancelled
  /// The store cannot be reached.
  case networkError(URLError)
  /// The store or this machine refused the request; the associated error has the reason.
  ///
  /// It is also thrown if the process is not connected to a store.
  case systemError(any Error)
  /// The storefront has changed, so the purchase does not continue.
  ///
  /// See ``Product/PurchaseOption/onStorefrontChange(shouldContinuePurchase:)``.
  case notAvailableInStorefront
  /// The app does not have the entitlement for this; never thrown by this store.
  case notEntitled
  /// The system does not support this; never thrown by this store.
  case unsupported
}

extension StoreKitError: LocalizedError {
  /// A sentence that describes the error, in English.
  public var errorDescription: String? {
    switch self {
    case .unknown: "Something went wrong."
    case .userCancelled: "The request was cancelled."
    case .networkError(let error): error.reason ?? "The store cannot be reached."
    case .systemError(let error): error.sentence
    case .notAvailableInStorefront: "This is not available in your country."
    case .notEntitled: "This app is not allowed to do this."
    case .unsupported: "This store does not support this."
    }
  }
}

extension URLError {
  /// The reason why the store cannot be reached, in words; `nil` if the error has only a number.
  fileprivate var reason: String? { userInfo[NSLocalizedDescriptionKey] as? String }
}
