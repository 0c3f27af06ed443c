package import Foundation

/// Sends a receipt to the App Store, as the app's server does: only the server knows the app's shared
/// secret.
package protocol ReceiptServer: Sendable {
  /// Returns the body of verifyReceipt's response, in JSON.
  ///
  /// - Throws: If there is no response.
  func verifyReceipt(_ receipt: Data) async throws -> Data
}
