import OpenStoreKit

extension Error {
  /// Whether it is the case of `StoreKitError` with this name.
  ///
  /// `StoreKitError` is not equatable, because it has other errors as values.
  func isStoreKitError(_ name: String) -> Bool {
    guard let error = self as? StoreKitError else { return false }
    return (Mirror(reflecting: error).children.first?.label ?? "\(error)") == name
  }
}
