import AppStorePayloads
import Foundation
package import StoreAPI

// Signing up and signing in with a password.
extension StoreEngine {
  package func signUp(_ credentials: Credentials) async throws(StoreError) -> Answer<SignIn> {
    try check(name: credentials.account)
    let password = try Password(credentials.password)
    try signInGuard.signUp(from: clientAddress, at: wallClock())
    // The same answer whether or not the local customer has come already.
    guard credentials.account != StoreAccount.usualLocalName else {
      throw .accountExists(name: credentials.account)
    }
    let token = randomness.token()
    let snapshot = try await addAccount(
      credentials.account, password: password, madeBy: .signUp(TokenHash(of: token)))
    signInGuard.signedUp(to: AccountName(credentials.account), from: clientAddress, at: wallClock())
    return snapshot.answer(signIn(to: credentials.account, token: token))
  }

  package func signIn(
    _ credentials: Credentials, token: String?
  ) async throws(StoreError) -> Answer<SignIn> {
    let attempt = try await countedAttempt(at: credentials.account, token: token)
    return try await withPassword(credentials.password, attempt) {
      password, stored throws(StoreError) in
      let signIn = try await addSignIn(to: attempt.account.text, password: stored)
      await renew(stored, password, attempt)
      return signIn
    }
  }

  package func changePassword(
    _ change: PasswordChange, signIn machine: String
  ) async throws(StoreError) -> Answer<ChangedPassword> {
    let account = try await account(signIn: machine)
    let new = try Password(change.newPassword)
    let attempt = try await countedAttempt(at: account.name, token: machine)
    return try await withPassword(change.oldPassword, attempt) { _, old throws(StoreError) in
      let hash = try await signInGuard.hash(new, salt: randomness.salt(), for: attempt.requester)
      let snapshot = try await settled()
      let token = randomness.token()
      let stored = StoredPasswordChange(
        new: hash, old: old, signIn: TokenHash(of: token), removesDevices: change.signsOutDevices,
        date: snapshot.now)
      guard let changed = try await self.change(stored, of: account) else {
        // Another change was faster, and has revoked this sign-in unless it was the operator's.
        _ = try await self.account(signIn: machine)
        return nil
      }
      return snapshot.answer(
        ChangedPassword(
          signIn: signIn(to: account.name, token: token), devices: changed.staying))
    }
  }

  /// Stores another password; the signatures for removed devices are no longer used.
  func change(
    _ change: StoredPasswordChange, of account: StoredAccount
  ) async throws(StoreError) -> ChangedAccount? {
    let changed = try await ledgers.changePassword(change, of: account)
    for device in changed?.removed ?? [] { signatures.forget(device: device.verificationID.uuid) }
    return changed
  }

  /// Checks the password, and returns the result of `use` with it and its hash.
  ///
  /// `use` returns `nil` if another process has replaced the hash since it was read: then the
  /// password is checked again.
  ///
  /// - Throws: ``StoreAPI/StoreError/signInRefused`` if the password is wrong, and the errors of `use`.
  private func withPassword<Value>(
    _ text: String, _ attempt: SignInAttempt,
    _ use: (Password, PasswordHash) async throws(StoreError) -> Value?
  ) async throws(StoreError) -> Value {
    let password = try? Password(text)
    while true {
      let stored = try await stored(password, attempt)
      guard let password, let stored else { throw .signInRefused }
      signInGuard.succeeded(attempt, at: wallClock())
      if let value = try await use(password, stored) { return value }
    }
  }

  /// Counts an attempt to sign in to the account by a client that shows a token.
  ///
  /// - Throws: ``StoreAPI/StoreError/tooManyAttempts(retryAfter:)`` if the client has to wait.
  private func countedAttempt(
    at account: String, token: String?
  ) async throws(StoreError) -> SignInAttempt {
    let attempt = SignInAttempt(
      account: AccountName(account), address: clientAddress,
      holder: try await holder(of: token, account: account))
    return try signInGuard.count(attempt, at: wallClock())
  }

  /// The holder of a token; `nil` unless it is one of this account.
  private func holder(
    of token: String?, account name: String
  ) async throws(StoreError) -> TokenHolder? {
    guard let hash = token.map(TokenHash.init(of:)) else { return nil }
    // The token comes first: without a valid one nothing depends on whether there is an account.
    if let device = try await ledgers.device(token: hash) {
      let account = try await ledgers.account(named: name)
      return account?.id == device.account.rawValue ? .device(device.number) : nil
    }
    return try await ledgers.account(signIn: hash)?.name == name ? .signIn(hash) : nil
  }

  /// Returns the stored hash if the password is the account's, otherwise `nil`; an attempt that
  /// cannot be checked does not count.
  private func stored(
    _ password: Password?, _ attempt: SignInAttempt
  ) async throws(StoreError) -> PasswordHash? {
    do throws(StoreError) {
      let stored = try await ledgers.password(of: attempt.account.key)
      return try await signInGuard.check(password, against: stored, of: attempt)
        ? stored.hash : nil
    } catch {
      signInGuard.forget(attempt, at: wallClock())
      throw error
    }
  }

  /// Hashes a password again if its hash was made at a lower cost than today's.
  private func renew(_ stored: PasswordHash, _ password: Password, _ attempt: SignInAttempt) async {
    guard signInGuard.isOutdated(stored) else { return }
    do throws(StoreError) {
      let hash = try await signInGuard.hash(
        password, salt: randomness.salt(), for: attempt.requester)
      try await ledgers.replacePassword(stored, by: hash, of: attempt.account.text)
    } catch {
      // The sign-in succeeds without it, and the next sign-in tries again.
    }
  }

  /// Creates an account, whose name has been checked.
  ///
  /// - Throws: ``StoreAPI/StoreError/accountExists(name:)`` if the name is taken.
  func addAccount(
    _ name: String, password: Password, madeBy maker: AccountMaker
  ) async throws(StoreError) -> StoreSnapshot {
    // Avoids the work of hashing if the name is taken; storage checks it again.
    guard try await ledgers.account(named: name) == nil else { throw .accountExists(name: name) }
    let hash = try await signInGuard.hash(
      password, salt: randomness.salt(), for: maker == .operator ? .operator : nil)
    let snapshot = try await unsettled()
    try await ledgers.addAccount(name, password: hash, madeBy: maker, at: snapshot.now)
    return snapshot
  }

  /// Signs a machine in to an account; returns `nil` if its password has another hash by now.
  private func addSignIn(
    to account: String, password: PasswordHash
  ) async throws(StoreError) -> Answer<SignIn>? {
    let snapshot = try await unsettled()
    let token = randomness.token()
    let isAdded = try await ledgers.addSignIn(
      TokenHash(of: token), account: account, by: .password(password), at: snapshot.now,
      limit: limits.signIns)
    return isAdded ? snapshot.answer(signIn(to: account, token: token)) : nil
  }

  func check(name: String) throws(StoreError) {
    guard AccountName(name).isAllowed else { throw .invalidName(name: name) }
  }

  func signIn(to account: String, token: String) -> SignIn {
    SignIn(
      account: StoreAccount(name: account), token: token, rootCertificate: rootCertificate)
  }
}
