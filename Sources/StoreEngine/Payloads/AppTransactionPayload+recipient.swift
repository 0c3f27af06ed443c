package import AppStorePayloads
import Foundation

extension AppTransactionPayload {
  /// Creates the payload of a customer's download of the app.
  ///
  /// Source: the documentation of `AppTransaction`, for the original version and date of a sandbox.
  package init(for recipient: Recipient) {
    self.init(
      receiptType: recipient.environment, bundleId: recipient.bundleID, applicationVersion: "1.0",
      originalApplicationVersion: "1.0",
      originalPurchaseDate: Date(millisecondsSince1970: 1_375_340_400_000),
      receiptCreationDate: recipient.signedDate, appTransactionId: recipient.appTransactionID,
      originalPlatform: "macOS")
  }
}
