/// What went wrong outside the app.
public enum StoreKitError: Error, Sendable {
  /// Nothing more is known.
  case unknown
  /// The customer declined.
  case userCancelled
  /// The store cannot be reached.
  case networkError(URLError)
  /// Something on this machine, or the store itself, refused; the error has the sentence. Also
  /// where the process is not connected to a store.
  case systemError(any Error)
  /// The storefront has changed, and the purchase does not go on: see
  /// ``Product/PurchaseOption/onStorefrontChange(shouldContinuePurchase:)``.
  case notAvailableInStorefront
  /// The app may not do this; never thrown by this store.
  case notEntitled
  /// The system cannot do this; never thrown by this store.
  case unsupported
}

extension StoreKitError: LocalizedError {
  /// What went wrong, in a sentence.
  public var errorDescription: String? {
    switch self {
    case .unknown: "Something went wrong."
    case .userCancelled: "Cancelled."
    case .networkError(let error): error.localizedDescription
    case .systemError(let error): error.localizedDescription
    case .notAvailableInStorefront: "This is not available in your country."
    case .notEntitled: "This app may not do this."
    case .unsupported: "This store cannot do this."
    }
  }
}
