package import Foundation

/// The contents of an app receipt: what a customer has bought in one app, for one device.
///
/// The dates in a receipt have whole seconds; ``der()`` leaves out fractions. Source: "Validating
/// receipts on the device" in Apple's documentation of the App Store receipt.
package struct ReceiptPayload: Hashable, Sendable {
  /// `Production`, `ProductionSandbox` or `Xcode`; ``receiptType(in:)`` returns it.
  package var receiptType: String
  /// 0 in a sandbox.
  package var appAppleID: Int64
  package var bundleID: String
  /// The version of the app that requested the receipt.
  package var appVersion: String
  /// The random bytes that ``deviceHash`` covers.
  package var opaqueValue: Data
  /// ``DeviceHash/hash(device:opaqueValue:bundleID:)`` of the device that the receipt was made for;
  /// 20 bytes.
  package var deviceHash: Data
  /// The time of signing, at which the certificates must be valid.
  package var creationDate: Date
  package var originalPurchaseDate: Date?
  /// The version of the app that the customer downloaded first.
  package var originalAppVersion: String
  /// The time after which the receipt is no longer valid; `nil` if it does not expire.
  package var expirationDate: Date?
  /// In the order of their transaction IDs.
  package var inAppPurchases: [InAppPurchaseReceipt]

  package init(
    receiptType: String, appAppleID: Int64 = 0, bundleID: String, appVersion: String,
    opaqueValue: Data, deviceHash: Data, creationDate: Date, originalPurchaseDate: Date? = nil,
    originalAppVersion: String, expirationDate: Date? = nil,
    inAppPurchases: [InAppPurchaseReceipt] = []
  ) {
    self.receiptType = receiptType
    self.appAppleID = appAppleID
    self.bundleID = bundleID
    self.appVersion = appVersion
    self.opaqueValue = opaqueValue
    self.deviceHash = deviceHash
    self.creationDate = creationDate
    self.originalPurchaseDate = originalPurchaseDate
    self.originalAppVersion = originalAppVersion
    self.expirationDate = expirationDate
    self.inAppPurchases = inAppPurchases.sorted { $0.transactionID < $1.transactionID }
  }

  /// The environment as verifyReceipt names it: a receipt of a test is one of a sandbox.
  package var environment: StoreEnvironment {
    receiptType == Self.receiptType(in: .production) ? .production : .sandbox
  }

  /// Returns the receipt type of an environment.
  package static func receiptType(in environment: StoreEnvironment) -> String {
    switch environment {
    case .production: "Production"
    case .sandbox: "ProductionSandbox"
    case .xcode: "Xcode"
    }
  }
}
