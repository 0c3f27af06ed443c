package import Foundation

/// A customer's download of the app, as the store signs it for the app's server.
///
/// It has fewer fields than ``AppTransactionPayload``: a server asks about a customer, not about
/// the version that runs. Field names and JSON types are those of "JWSAppTransactionDecodedPayload"
/// in the documentation of the App Store Server API. `appAppleId` has a value only in production,
/// and `preorderDate` has none.
package struct AppTransactionInfoPayload: Codable, Hashable, Sendable {
  /// The environment.
  package var receiptType: StoreEnvironment
  package var bundleId: String
  /// The app's number in the App Store.
  package var appAppleId: Int64?
  /// The version of the app that the customer downloaded first.
  package var originalApplicationVersion: String
  package var originalPurchaseDate: Date
  /// The time of signing; this payload has no `signedDate`.
  package var receiptCreationDate: Date
  package var appTransactionId: String
  /// `iOS`, `macOS`, `tvOS` or `visionOS`.
  package var originalPlatform: String
  /// Absent, as in every payload that is signed for a server.
  package var deviceVerification: Data?
  package var deviceVerificationNonce: LowercaseUUID?

  /// Creates the payload for a server from the one for a device.
  package init(_ payload: AppTransactionPayload) {
    receiptType = payload.receiptType
    bundleId = payload.bundleId
    appAppleId = payload.appAppleId
    originalApplicationVersion = payload.originalApplicationVersion
    originalPurchaseDate = payload.originalPurchaseDate
    receiptCreationDate = payload.receiptCreationDate
    appTransactionId = payload.appTransactionId
    originalPlatform = payload.originalPlatform
  }
}

extension AppTransactionInfoPayload: SignedPayload {
  package var signedDate: Date {
    get { receiptCreationDate }
    set { receiptCreationDate = newValue }
  }
  package var signedBundleID: String? { bundleId }
  package var environment: StoreEnvironment { receiptType }
}
