package import Foundation

/// Validates an app receipt on the device on which it was found.
///
/// It checks in this order: a trusted store has signed the receipt; it is for this app, this version
/// of it, this environment and this device; it has not expired. Source: "Validating receipts on the
/// device" in Apple's documentation of the App Store receipt.
package struct ReceiptValidation: Sendable {
  private let verifier: ReceiptVerifier
  private let bundleID: String
  private let appVersion: String
  private let environment: StoreEnvironment
  private let device: UUID

  /// - Parameters:
  ///   - rootCertificates: The trusted roots, in DER.
  ///   - bundleID: The app.
  ///   - appVersion: The version of the app that runs.
  ///   - environment: The environment of the store.
  ///   - device: This device's `deviceVerificationID`.
  package init(
    rootCertificates: [Data], bundleID: String, appVersion: String,
    environment: StoreEnvironment = .sandbox, device: UUID
  ) {
    verifier = ReceiptVerifier(rootCertificates: rootCertificates)
    self.bundleID = bundleID
    self.appVersion = appVersion
    self.environment = environment
    self.device = device
  }

  /// Returns the contents of a receipt that can be trusted.
  ///
  /// - Parameters:
  ///   - receipt: The contents of the receipt file.
  ///   - now: The present time.
  /// - Returns: The contents.
  /// - Throws: The first ``ReceiptError`` that is found.
  package func validate(
    _ receipt: Data, at now: Date
  ) async throws(ReceiptError) -> ReceiptPayload {
    let payload = try await SignedReceipt(receipt).verified(by: verifier)
    try checkPurpose(of: payload)
    try checkDevice(of: payload)
    if let end = payload.expirationDate, end <= now { throw .expired(end) }
    return payload
  }

  private func checkPurpose(of payload: ReceiptPayload) throws(ReceiptError) {
    guard payload.bundleID == bundleID else { throw .wrongBundle(payload.bundleID) }
    guard payload.appVersion == appVersion else { throw .wrongVersion(payload.appVersion) }
    guard payload.receiptType == ReceiptPayload.receiptType(in: environment) else {
      throw .wrongType(payload.receiptType)
    }
  }

  private func checkDevice(of payload: ReceiptPayload) throws(ReceiptError) {
    let hash = DeviceHash.hash(
      device: device, opaqueValue: payload.opaqueValue, bundleID: payload.bundleID)
    guard payload.deviceHash == hash else { throw .wrongDevice }
  }
}
