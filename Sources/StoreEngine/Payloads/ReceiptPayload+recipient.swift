package import AppStorePayloads
package import Foundation

extension ReceiptPayload {
  /// Creates the contents of a customer's receipt.
  ///
  /// - Parameters:
  ///   - recipient: The customer and the app.
  ///   - transactions: The customer's transactions, in any order.
  ///   - device: The verification ID of the device that the receipt is bound to.
  ///   - opaqueValue: Random bytes.
  package init(
    for recipient: Recipient, transactions: [LedgerTransaction], device: UUID, opaqueValue: Data
  ) {
    let app = AppTransactionPayload(for: recipient)
    self.init(
      receiptType: Self.receiptType(in: app.environment), appAppleID: app.appAppleId ?? 0,
      bundleID: app.bundleId, appVersion: app.applicationVersion, opaqueValue: opaqueValue,
      deviceHash: DeviceHash.hash(
        device: device, opaqueValue: opaqueValue, bundleID: app.bundleId),
      creationDate: app.receiptCreationDate.wholeSeconds,
      originalPurchaseDate: app.originalPurchaseDate.wholeSeconds,
      originalAppVersion: app.originalApplicationVersion,
      inAppPurchases: InAppPurchaseReceipt.receipts(
        of: transactions.map { $0.payload(for: recipient) }))
  }
}

extension LedgerTransaction {
  /// Whether the receipt of a device has it: a consumable only until it is finished, and only on the
  /// device that delivers it.
  ///
  /// Source: "In-App Purchase Receipt Fields" in Apple's Receipt Validation Programming Guide.
  package func isInReceipt(of device: Int64) -> Bool {
    type != .consumable || !isFinished && isOffered(to: device)
  }
}
