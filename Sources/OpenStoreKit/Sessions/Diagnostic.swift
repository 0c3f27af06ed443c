import PrivateFiles
import StandardStreams
import StoreAPI

/// A message for the app's developer that the customer does not need.
package enum Diagnostic: Hashable, Sendable {
  /// StoreKit was used, but the process is not connected to a store.
  case notConnected
  /// A purchase was made while nothing iterated over ``Transaction/updates`` or observed the payment
  /// queue.
  case notListening
  /// These products were requested but are not for sale.
  case unknownProducts([String])
  /// The store refused the offer of a purchase.
  case offerRefused(productID: String, reason: String)
  /// Signed data could not be decoded and was left out.
  case unreadableSignedData(reason: String)
  /// `Transaction.all` has ended but is incomplete.
  case incompleteHistory(reason: String)
  /// The app requested a rating, and the sheet was not shown.
  case reviewNotAsked(ReviewError)
  /// The app has ended itself because its receipt is not valid.
  case invalidReceipt
  /// The store or the device's folder failed in a call that returns no error.
  case failed(doing: String, reason: String)
}

// A reason may come from a store, which may send any text.
extension Diagnostic: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notConnected:
      "this process is not connected to a store, so StoreKit has no data. Call "
        + "AppStore.connect() of OpenStoreKitConnection first, or name the store in the environment: "
        + "start the program with 'skdemo run -- COMMAND', or set SKDEMO_STORE or SKDEMO_DATA. "
        + "Listeners wait until the process is connected"
    case .notListening:
      "a purchase began but nothing listens to Transaction.updates or observes the payment queue: "
        + "purchases that are approved, interrupted or made elsewhere will be missed. Start listening "
        + "at launch"
    case .unknownProducts(let ids):
      "these products are not for sale: \(ids.joined(separator: ", ").brief). Check the product IDs"
    case .offerRefused(let id, let reason):
      "the purchase of \(id.brief) with an offer was refused: \(reason.brief)"
    case .unreadableSignedData(let reason):
      "signed data was left out: \(reason.brief)"
    case .incompleteHistory(let reason):
      "the transactions are not complete: \(reason.brief)"
    case .reviewNotAsked(let refusal):
      "the sheet for a rating is not shown: \(refusal)"
    case .invalidReceipt:
      "the app ends because its receipt is not valid. Ask for a new one with SKReceiptRefreshRequest"
    case .failed(let action, let reason):
      "\(action.brief) failed: \(reason.brief)"
    }
  }

  /// Writes the sentence to standard error.
  ///
  /// While the process exits, nothing is written: a temporary device is removed then, so what is still
  /// being saved cannot be, and need not be.
  package static func print(_ diagnostic: Diagnostic) {
    guard !TemporaryFolder.processExits else { return }
    StandardStream.error.write("StoreKit: \(diagnostic)\n")
  }
}
