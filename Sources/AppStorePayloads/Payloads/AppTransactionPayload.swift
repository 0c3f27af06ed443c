package import Foundation

/// A customer's download of the app, as the store signs it: Apple's
/// `JWSAppTransactionDecodedPayload`.
///
/// Field names and JSON types are those of the documentation of the App Store Server API. A field
/// without a value is absent. `appAppleId` and `versionExternalIdentifier` have a value only in
/// production, and `preorderDate` has none.
package struct AppTransactionPayload: Codable, Hashable, Sendable {
  /// The environment.
  package var receiptType: StoreEnvironment
  package var bundleId: String
  /// The app's number in the App Store.
  package var appAppleId: Int64?
  /// The version of the app that requested it.
  package var applicationVersion: String
  /// The number of that version in the App Store.
  package var versionExternalIdentifier: Int64?
  /// The version of the app that the customer downloaded first.
  package var originalApplicationVersion: String
  package var originalPurchaseDate: Date
  /// The time of signing; this payload has no `signedDate`.
  package var receiptCreationDate: Date
  package var appTransactionId: String
  /// `iOS`, `macOS`, `tvOS` or `visionOS`.
  package var originalPlatform: String
  package var deviceVerification: Data?
  package var deviceVerificationNonce: LowercaseUUID?

  package init(
    receiptType: StoreEnvironment, bundleId: String, applicationVersion: String,
    originalApplicationVersion: String, originalPurchaseDate: Date, receiptCreationDate: Date,
    appTransactionId: String, originalPlatform: String
  ) {
    self.receiptType = receiptType
    self.bundleId = bundleId
    appAppleId = receiptType.appAppleID(of: bundleId)
    self.applicationVersion = applicationVersion
    versionExternalIdentifier = receiptType.versionExternalIdentifier(
      of: applicationVersion, bundleID: bundleId)
    self.originalApplicationVersion = originalApplicationVersion
    self.originalPurchaseDate = originalPurchaseDate
    self.receiptCreationDate = receiptCreationDate
    self.appTransactionId = appTransactionId
    self.originalPlatform = originalPlatform
  }
}

extension AppTransactionPayload: SignedPayload {
  package var signedDate: Date {
    get { receiptCreationDate }
    set { receiptCreationDate = newValue }
  }
  package var signedBundleID: String? { bundleId }
  package var environment: StoreEnvironment { receiptType }
}
