package import Foundation
package import StoreAPI

/// Who a payload is made for, and when.
package struct Recipient: Hashable, Sendable {
  package var bundleID: String
  package var appTransactionID: String
  package var signedDate: Date
  /// What binds the payload to one device; `nil` for a server.
  package var verification: Verification?

  /// SHA-384 over a nonce and the device, and that nonce.
  package struct Verification: Hashable, Sendable {
    package var hash: Data
    package var nonce: LowercaseUUID

    package init(hash: Data, nonce: LowercaseUUID) {
      self.hash = hash
      self.nonce = nonce
    }
  }

  package init(
    bundleID: String, appTransactionID: String, signedDate: Date, verification: Verification? = nil
  ) {
    self.bundleID = bundleID
    self.appTransactionID = appTransactionID
    self.signedDate = signedDate
    self.verification = verification
  }
}
