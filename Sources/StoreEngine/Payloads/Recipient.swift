package import AppStorePayloads
package import Foundation

/// The customer and the app that a payload is made for, and the time at which it is signed.
package struct Recipient: Hashable, Sendable {
  package var bundleID: String
  package var appTransactionID: String
  package var signedDate: Date
  /// The environment that the payload names.
  package var environment: StoreEnvironment

  package init(
    bundleID: String, appTransactionID: String, signedDate: Date, environment: StoreEnvironment
  ) {
    self.bundleID = bundleID
    self.appTransactionID = appTransactionID
    self.signedDate = signedDate
    self.environment = environment
  }
}
