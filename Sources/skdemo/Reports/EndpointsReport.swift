import Foundation
import StoreOperatorAPI

/// `skdemo store endpoints --json`.
struct EndpointsReport: Encodable {
  /// The URL before the paths of Apple's documentation.
  let baseURL: String
  /// The URL to which a server sends receipts; see `skdemo store shared-secret`.
  let verifyReceipt: String
  let issuerID: String
  let bundleID: String
  /// The environment that the store's signed data names.
  let environment = "Sandbox"
  /// The file of the root certificate in DER; `nil` for a remote store whose certificate was not saved.
  let rootCertificate: String?
  /// The keys that are not revoked, newest first.
  let keys: [OperatorAPIKey]
  let examples: ServerExamples

  init(
    baseURL: String, issuerID: String, bundleID: String, rootCertificate: String?,
    keys: [OperatorAPIKey]
  ) {
    self.baseURL = baseURL
    verifyReceipt = "\(baseURL)/verifyReceipt"
    self.issuerID = issuerID
    self.bundleID = bundleID
    self.rootCertificate = rootCertificate
    self.keys = keys
    examples = ServerExamples(
      baseURL: baseURL, keyID: keys.first?.id ?? "KEY_ID", issuerID: issuerID, bundleID: bundleID,
      root: rootCertificate ?? "root.der")
  }

  var lines: [String] {
    let facts = Table([
      ["base URL", baseURL], ["environment", environment], ["bundle ID", bundleID],
      ["issuer ID", issuerID],
      ["root certificate", rootCertificate ?? "save it with --root FILE"],
      ["API keys", keysText],
      ["receipts", "\(verifyReceipt), with the password of skdemo store shared-secret"],
    ])
    return facts.lines + examples.lines
  }

  private var keysText: String {
    keys.isEmpty
      ? "none yet: make one with skdemo store api-key create SubscriptionKey.p8"
      : keys.map(\.id).joined(separator: ", ")
  }
}
