import Foundation
package import StoreAPI

// Signing up and in with a password.
extension StoreEngine {
  func signUp(
    _ credentials: Credentials, from address: NetworkAddress?
  ) async throws(StoreFault) -> Answer<SignIn> {
    try check(name: credentials.account)
    let password = try Password(credentials.password)
    try signInGuard.signUp(from: address, at: wallClock())
    let token = randomness.token()
    let snapshot = try await addAccount(
      credentials.account, password: password, signIn: TokenHash(of: token))
    signInGuard.signedUp(to: AccountName(credentials.account), from: address, at: wallClock())
    return snapshot.answer(signIn(to: credentials.account, token: token))
  }

  func signIn(
    _ credentials: Credentials, from address: NetworkAddress?
  ) async throws(StoreFault) -> Answer<SignIn> {
    let account = AccountName(credentials.account)
    let password = try? Password(credentials.password)
    try signInGuard.signIn(to: account, from: address, at: wallClock())
    let stored = try await stored(password, of: account, from: address)
    guard let password, let stored else { throw .signInRefused }
    signInGuard.signedIn(to: account, from: address, at: wallClock())
    await renew(stored, password, of: account)
    return try await addSignIn(to: account.text)
  }

  /// What is kept of this password, if it is the account's; an attempt that cannot be judged does
  /// not count.
  private func stored(
    _ password: Password?, of account: AccountName, from address: NetworkAddress?
  ) async throws(StoreFault) -> PasswordHash? {
    do throws(StoreFault) {
      let stored = try await ledgers.password(of: account.key)
      return try await signInGuard.check(password, against: stored) ? stored.hash : nil
    } catch {
      signInGuard.forgetSignIn(to: account, from: address, at: wallClock())
      throw error
    }
  }

  /// Keeps a password at today's cost that was set when guesses were cheaper.
  private func renew(
    _ stored: PasswordHash, _ password: Password, of account: AccountName
  ) async {
    guard signInGuard.isOutdated(stored) else { return }
    do throws(StoreFault) {
      let hash = try await signInGuard.hash(password, salt: randomness.salt())
      try await ledgers.replacePassword(stored, by: hash, of: account.text)
    } catch {
      // Nobody is kept out for it: the next sign-in tries again.
    }
  }

  /// Makes an account; what is asked of the name has been checked.
  ///
  /// - Throws: ``StoreAPI/StoreFault/accountExists(_:)`` where the name is taken.
  func addAccount(
    _ name: String, password: Password, signIn: TokenHash?
  ) async throws(StoreFault) -> StoreSnapshot {
    // Before the work, which a name that is taken is not worth; storage looks again.
    guard try await ledgers.account(named: name) == nil else { throw .accountExists(name) }
    let hash = try await signInGuard.hash(password, salt: randomness.salt())
    let snapshot = try await settled()
    try await ledgers.addAccount(name, password: hash, signIn: signIn, at: snapshot.now)
    return snapshot
  }

  /// Signs a machine in to an account, and makes the account where there is none.
  func addSignIn(to account: String) async throws(StoreFault) -> Answer<SignIn> {
    let snapshot = try await settled()
    let token = randomness.token()
    try await ledgers.addSignIn(
      TokenHash(of: token), account: account, at: snapshot.now, limit: limits.signIns)
    return snapshot.answer(signIn(to: account, token: token))
  }

  func check(name: String) throws(StoreFault) {
    guard AccountName(name).isAllowed else { throw .invalidName(name) }
  }

  private func signIn(to account: String, token: String) -> SignIn {
    SignIn(
      account: StoreAccount(name: account), token: token, rootCertificate: rootCertificate)
  }
}

extension StoreEngine {
  /// The accounts as a client at this network address sees them.
  ///
  /// Attempts to sign in are limited by address as well as by account.
  /// IPv6 addresses count by their first 64 bits.
  package func accounts(from address: String) -> any StoreAccounts {
    RemoteAccounts(engine: self, address: NetworkAddress(address))
  }
}

/// A store's door, as seen from one address.
private struct RemoteAccounts: StoreAccounts {
  let engine: StoreEngine
  let address: NetworkAddress

  func root() async throws(StoreFault) -> Answer<Data> { try await engine.root() }

  func signUp(_ credentials: Credentials) async throws(StoreFault) -> Answer<SignIn> {
    try await engine.signUp(credentials, from: address)
  }

  func signIn(_ credentials: Credentials) async throws(StoreFault) -> Answer<SignIn> {
    try await engine.signIn(credentials, from: address)
  }

  func signOut(signIn token: String) async throws(StoreFault) -> StoreTime {
    try await engine.signOut(signIn: token)
  }

  func signOutEverywhere(
    signIn token: String
  ) async throws(StoreFault) -> Answer<[StoreDevice]> {
    try await engine.signOutEverywhere(signIn: token)
  }

  func registerDevice(
    _ name: String, token deviceToken: DeviceToken, signIn token: String
  ) async throws(StoreFault) -> Answer<Registration> {
    try await engine.registerDevice(name, token: deviceToken, signIn: token)
  }

  func devices(signIn token: String) async throws(StoreFault) -> Answer<[StoreDevice]> {
    try await engine.devices(signIn: token)
  }

  func removeDevice(
    _ name: String, signIn token: String
  ) async throws(StoreFault) -> Answer<StoreDevice> {
    try await engine.removeDevice(name, signIn: token)
  }

  func backend(
    for token: String, instance: InstanceID
  ) async throws(StoreFault) -> any StoreBackend {
    try await engine.backend(for: token, instance: instance)
  }
}
