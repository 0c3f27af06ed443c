package import Foundation
package import StoreAPI

/// Stores the keys with which an app's server signs its tokens.
package protocol APIKeyStore: Sendable {
  /// Adds a key, whose ID no other key has.
  func addAPIKey(_ key: APIKey) async throws(StoreError)

  /// Returns the API key with this ID, even if it was revoked, or `nil` if the store has none.
  func apiKey(_ id: String) async throws(StoreError) -> APIKey?

  /// Returns at most `limit` API keys, newest first, including revoked keys.
  func apiKeys(limit: Int) async throws(StoreError) -> [APIKey]

  /// Revokes an API key for good.
  ///
  /// A key that is already revoked keeps its revocation date.
  ///
  /// - Returns: The revoked key, or `nil` if the store has none with this ID.
  func revokeAPIKey(_ id: String, at now: Date) async throws(StoreError) -> APIKey?
}
