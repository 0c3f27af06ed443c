import AppStorePayloads
import Foundation
import StoreAPI
import StoreHTTPClient
import StoreOperatorAPI

/// An app's server, which sends requests of the App Store Server API with one token.
struct ServerAPIClient {
  private let token: String

  /// Creates a client with a new API key of the store.
  init(of store: StoreProcess, bundleID: String) async throws {
    guard
      case .apiKey(let id, let issuerID, let privateKey) =
        try await store.operator.perform(.createAPIKey).value
    else { preconditionFailure("the store has made no API key") }
    let key = try APISigningKey(
      keyID: id, pem: privateKey, issuerID: issuerID, bundleID: bundleID)
    token = try key.token(at: Date())
  }

  /// A request without a body.
  func get(_ path: String) -> [UInt8] { .get(path, ["authorization: Bearer \(token)"]) }
}
