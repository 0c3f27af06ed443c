package import AppStorePayloads
package import AppStoreServerAPI
import Crypto
import Foundation
import StoreAPI
import StoreOperatorAPI

extension StoreEngine {
  /// The issuer ID that the tokens of all API keys of this store name.
  package var issuerID: LowercaseUUID { parts.values.issuerID }

  /// Checks the token of an app's server, and returns the caller that signed it.
  ///
  /// It reads one row by an index, and verifies a signature unless the token was accepted before.
  ///
  /// - Parameter token: The text after `Bearer` in the `Authorization` header.
  /// - Returns: The ID of the key and the app.
  /// - Throws: `InvalidTokenError` if no key of this store signed the token, or if the token is not
  ///   valid now. The error has an `apiError` if storage cannot be read.
  package func caller(
    presenting token: String
  ) async throws(InvalidTokenError) -> APICaller {
    let parsed = try APIToken(token)
    let key = try await signingKey(of: parsed)
    let entry = key.map { VerifiedTokens.Entry(token: token, publicKey: $0.publicKey) }
    let caller = try parsed.caller(
      signedBy: key, issuer: issuerID, at: wallClock(),
      isVerified: entry.map(verifiedTokens.contains) ?? false)
    if let entry { verifiedTokens.insert(entry) }
    return caller
  }

  private func signingKey(of token: APIToken) async throws(InvalidTokenError) -> APIKey? {
    do throws(StoreError) {
      return try await ledgers.apiKey(token.keyID)
    } catch {
      throw InvalidTokenError(
        "the token was not checked: \(error)", apiError: .generalInternalRetryable)
    }
  }
}

extension OperatorCommand.CreateAPIKey: StoreRule {
  /// Makes a key pair, and keeps the public half.
  func perform(at store: StoreEngine) async throws(StoreError) -> Answer<OperatorResult> {
    let snapshot = try await store.settled()
    let pair = P256.Signing.PrivateKey()
    let id = APIKey.id(fromRandom: store.randomness.token())
    try await store.ledgers.addAPIKey(APIKey(id: id, pair.publicKey, at: snapshot.now))
    return snapshot.answer(
      .apiKey(
        id: id, issuerID: store.issuerID.description, privateKey: pair.pemRepresentation))
  }
}

extension OperatorCommand.APIKeys: StoreRule {
  func perform(at store: StoreEngine) async throws(StoreError) -> Answer<OperatorResult> {
    let keys = try await store.ledgers.apiKeys(limit: OperatorAPIKey.listLimit)
    let snapshot = try await store.settled()
    return snapshot.answer(
      .apiKeys(
        list: keys.map(OperatorAPIKey.init), issuerID: store.issuerID.description,
        bundleID: snapshot.settings.bundleID))
  }
}

extension OperatorCommand.RevokeAPIKey: StoreRule {
  /// Revokes a key; tokens that it signed are refused from now on.
  func perform(at store: StoreEngine) async throws(StoreError) -> Answer<OperatorResult> {
    let snapshot = try await store.settled()
    guard let key = try await store.ledgers.revokeAPIKey(keyID, at: snapshot.now) else {
      throw .unknownAPIKey(name: keyID)
    }
    return snapshot.answer(.apiKeyRevoked(key: OperatorAPIKey(key)))
  }
}

extension OperatorAPIKey {
  fileprivate init(_ key: APIKey) {
    self.init(id: key.id, date: key.creationDate, revocationDate: key.revocationDate)
  }
}
