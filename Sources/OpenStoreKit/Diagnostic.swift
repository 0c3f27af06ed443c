/// A message for the app's developer that the customer does not need.
package enum Diagnostic: Hashable, Sendable {
  /// A static of this module was used before `AppStore.connect`.
  case notConnected
  /// A purchase was made while nothing iterated over ``Transaction/updates``.
  case notListening
  /// These products were requested and are not for sale.
  case unknownProducts([String])
  /// Signed data could not be decoded and was left out.
  case unreadableSignedData(reason: String)
  /// The store or the device's folder failed in a call that returns no error.
  case failed(doing: String, reason: String)
}

extension Diagnostic: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notConnected:
      "StoreKit was asked before AppStore.connect: there is no store to answer"
    case .notListening:
      "a purchase is being made and nothing listens to Transaction.updates: purchases that are "
        + "approved, interrupted or made elsewhere will be missed. Start listening at launch"
    case .unknownProducts(let ids):
      "not for sale, and left out: \(ids.joined(separator: ", ")). Check the product IDs"
    case .unreadableSignedData(let reason):
      "signed data was left out: \(reason)"
    case .failed(let action, let reason):
      "\(action) failed: \(reason)"
    }
  }

  /// Writes the sentence to standard error.
  package static func print(_ diagnostic: Diagnostic) {
    FileHandle.standardError.write(Data("StoreKit: \(diagnostic)\n".utf8))
  }
}
