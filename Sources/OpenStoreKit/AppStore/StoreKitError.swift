/// What went wrong outside the app.
public enum StoreKitError: Error, Sendable {
  /// Nothing more is known.
  case unknown
  /// The customer declined.
  case userCancelled
  /// The store cannot be reached.
  case networkError(URLError)
  /// Something on this machine, or the store itself, refused.
  case systemError(any Error)
  /// The product is not sold in the customer's country.
  case notAvailableInStorefront
  /// The app may not do this.
  case notEntitled
  /// This store cannot do this.
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
