import AppStorePayloads
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
  let environment: String
  /// The app's number, which Apple's libraries compare in production; absent in a sandbox.
  let appAppleID: Int64?
  /// The file of the root certificate in DER; `nil` for a remote store whose certificate was not saved.
  let rootCertificate: String?
  /// The keys that are not revoked, newest first.
  let keys: [OperatorAPIKey]
  let examples: ServerExamples

  init(
    baseURL: String, issuerID: String, bundleID: String, environment: StoreEnvironment,
    rootCertificate: String?, keys: [OperatorAPIKey]
  ) {
    self.baseURL = baseURL
    verifyReceipt = baseURL + environment.verifyReceiptPath
    self.environment = environment.rawValue
    appAppleID = environment.appAppleID(of: bundleID)
    self.issuerID = issuerID
    self.bundleID = bundleID
    self.rootCertificate = rootCertificate
    self.keys = keys
    examples = ServerExamples(
      baseURL: baseURL, keyID: keys.first?.id ?? "KEY_ID", issuerID: issuerID, bundleID: bundleID,
      appAppleID: appAppleID, root: rootCertificate ?? "root.der")
  }

  var lines: [String] {
    let app = [["bundle ID", bundleID]] + (appAppleID.map { [["app Apple ID", "\($0)"]] } ?? [])
    let store = [
      ["issuer ID", issuerID],
      ["root certificate", rootCertificate ?? "save it with --root FILE"],
      ["API keys", keysText],
      ["receipts", "\(verifyReceipt), with the password of skdemo store shared-secret"],
    ]
    let facts = Table([["base URL", baseURL], ["environment", environment]] + app + store)
    return facts.lines + examples.lines
  }

  private var keysText: String {
    keys.isEmpty
      ? "none yet: make one with skdemo store api-key create SubscriptionKey.p8"
      : keys.map(\.id).joined(separator: ", ")
  }
}
