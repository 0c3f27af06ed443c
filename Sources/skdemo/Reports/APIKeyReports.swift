import Foundation
import StoreOperatorAPI

/// `skdemo store api-key create --json`.
struct NewAPIKeyReport: Encodable {
  var id: String
  var issuerID: String
  /// The private half in PEM; `nil` if it is in the file.
  var privateKey: String?
  /// The new file with the private half.
  var file: String?
}

/// `skdemo store api-key list --json`.
struct APIKeysReport: Encodable {
  /// Newest first.
  var apiKeys: [OperatorAPIKey]
  var issuerID: String
  var bundleID: String
}

extension OperatorAPIKey {
  var cells: [String] {
    let end = revocationDate.map { "revoked on \($0.formatted(.iso8601))" } ?? "valid"
    return [id, "made on \(date.formatted(.iso8601))", end]
  }
}
