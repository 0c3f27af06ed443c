import Foundation
package import StoreAPI

// Signing up and signing in with a password.
extension StoreEngine {
  package func signUp(_ credentials: Credentials) async throws(StoreFault) -> Answer<SignIn> {
    try check(name: credentials.account)
    let password = try Password(credentials.password)
    try signInGuard.signUp(from: clientAddress, at: wallClock())
    // The same answer whether or not the local customer has come already.
    guard credentials.account != StoreAccount.usualLocalName else {
      throw .accountExists(credentials.account)
    }
    let token = randomness.token()
    let snapshot = try await addAccount(
      credentials.account, password: password, madeBy: .signUp(TokenHash(of: token)))
    signInGuard.signedUp(to: AccountName(credentials.account), from: clientAddress, at: wallClock())
    return snapshot.answer(signIn(to: credentials.account, token: token))
  }

  package func signIn(_ credentials: Credentials) async throws(StoreFault) -> Answer<SignIn> {
    let account = AccountName(credentials.account)
    let password = try? Password(credentials.password)
    try signInGuard.signIn(to: account, from: clientAddress, at: wallClock())
    let stored = try await stored(password, of: account)
    guard let password, let stored else { throw .signInRefused }
    signInGuard.signedIn(to: account, from: clientAddress, at: wallClock())
    await renew(stored, password, of: account)
    return try await addSignIn(to: account.text)
  }

  /// Returns the stored hash if the password is the account's, otherwise `nil`; an attempt that
  /// cannot be checked does not count.
  private func stored(
    _ password: Password?, of account: AccountName
  ) async throws(StoreFault) -> PasswordHash? {
    do throws(StoreFault) {
      let stored = try await ledgers.password(of: account.key)
      return try await signInGuard.check(password, against: stored) ? stored.hash : nil
    } catch {
      signInGuard.forgetSignIn(to: account, from: clientAddress, at: wallClock())
      throw error
    }
  }

  /// Hashes a password again if its hash was made at a lower cost than today's.
  private func renew(
    _ stored: PasswordHash, _ password: Password, of account: AccountName
  ) async {
    guard signInGuard.isOutdated(stored) else { return }
    do throws(StoreFault) {
      let hash = try await signInGuard.hash(password, salt: randomness.salt())
      try await ledgers.replacePassword(stored, by: hash, of: account.text)
    } catch {
      // The sign-in succeeds without it, and the next sign-in tries again.
    }
  }

  /// Creates an account, whose name has been checked.
  ///
  /// - Throws: ``StoreAPI/StoreFault/accountExists(_:)`` if the name is taken.
  func addAccount(
    _ name: String, password: Password, madeBy maker: AccountMaker
  ) async throws(StoreFault) -> StoreSnapshot {
    // Avoids the work of hashing if the name is taken; storage checks it again.
    guard try await ledgers.account(named: name) == nil else { throw .accountExists(name) }
    let hash = try await signInGuard.hash(password, salt: randomness.salt())
    let snapshot = try await unsettled()
    try await ledgers.addAccount(name, password: hash, madeBy: maker, at: snapshot.now)
    return snapshot
  }

  /// Signs a machine in to an account that has a password.
  private func addSignIn(to account: String) async throws(StoreFault) -> Answer<SignIn> {
    let snapshot = try await unsettled()
    let token = randomness.token()
    try await ledgers.addSignIn(
      TokenHash(of: token), account: account, at: snapshot.now, limit: limits.signIns)
    return snapshot.answer(signIn(to: account, token: token))
  }

  func check(name: String) throws(StoreFault) {
    guard AccountName(name).isAllowed else { throw .invalidName(name) }
  }

  func signIn(to account: String, token: String) -> SignIn {
    SignIn(
      account: StoreAccount(name: account), token: token, rootCertificate: rootCertificate)
  }
}
