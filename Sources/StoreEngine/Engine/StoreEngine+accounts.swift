package import Foundation
package import StoreAPI

extension StoreEngine: LocalAccounts {
  package func root() async throws(StoreError) -> Answer<Data> {
    try await unsettled().answer(rootCertificate)
  }

  package func signIn(local name: String) async throws(StoreError) -> Answer<SignIn> {
    try check(name: name)
    let snapshot = try await settled()
    let token = randomness.token()
    _ = try await ledgers.addSignIn(
      TokenHash(of: token), account: name, by: .localMachine, at: snapshot.now,
      limit: limits.signIns)
    return snapshot.answer(signIn(to: name, token: token))
  }

  package func checkLocal(_ name: String) async throws(StoreError) {
    guard try await ledgers.account(named: name)?.isLocal != false else {
      throw .accountExists(name: name)
    }
  }

  package func signOut(signIn token: String) async throws(StoreError) -> StoreTime {
    let snapshot = try await unsettled()
    guard try await ledgers.removeSignIn(TokenHash(of: token)) != nil else { throw .unauthorized }
    return snapshot.time
  }

  package func signOutEverywhere(
    signIn token: String
  ) async throws(StoreError) -> Answer<[StoreDevice]> {
    let account = try await account(signIn: token)
    let snapshot = try await settled()
    _ = try await ledgers.removeSignIns(of: account)
    return snapshot.answer(try await ledgers.devices(of: account))
  }

  package func devices(signIn token: String) async throws(StoreError) -> Answer<[StoreDevice]> {
    let account = try await account(signIn: token)
    return try await settled().answer(try await ledgers.devices(of: account))
  }

  package func backend(
    for token: String, instance: InstanceID
  ) async throws(StoreError) -> any StoreBackend {
    let backend = DeviceBackend(engine: self, token: TokenHash(of: token), instance: instance)
    _ = try await backend.device()
    return backend
  }

  /// Returns the account to which a token belongs, of a device or of a sign-in.
  ///
  /// - Throws: ``StoreAPI/StoreError/unauthorized`` if the token is unknown.
  package func account(of token: String) async throws(StoreError) -> AccountNumber {
    if let device = try await ledgers.device(token: TokenHash(of: token)) { return device.account }
    return AccountNumber(rawValue: try await account(signIn: token).id)
  }

  func account(signIn token: String) async throws(StoreError) -> StoredAccount {
    guard let account = try await ledgers.account(signIn: TokenHash(of: token)) else {
      throw .unauthorized
    }
    return account
  }
}
