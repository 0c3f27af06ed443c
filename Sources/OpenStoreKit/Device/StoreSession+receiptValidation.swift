package import AppStorePayloads

extension StoreSession {
  /// Creates the validation of this device's receipts.
  ///
  /// - Parameter appVersion: The version of the app in the App Store.
  /// - Returns: The validation, which trusts the root that this device trusts.
  package func receiptValidation(of appVersion: String) -> ReceiptValidation {
    ReceiptValidation(
      rootCertificates: [device.rootCertificate], bundleID: device.bundleID,
      appVersion: appVersion, environment: storeEnvironment, device: deviceVerificationID)
  }
}
