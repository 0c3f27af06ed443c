package import Foundation
import OpenStoreKit
package import StoreAPI

extension LocalClient {
  /// Signs this client in.
  ///
  /// An earlier sign-in is replaced.
  ///
  /// - Parameters:
  ///   - credentials: The account's name and password.
  ///   - isNew: Whether the account is made.
  ///   - root: The root certificate (DER) that the store must have. `nil` trusts the one that this
  ///     client knows, or the first one.
  /// - Returns: The account.
  /// - Throws: ``LocalClientError/untrustedRoot`` if the store presents another root: it did not
  ///   receive the password. `StoreError` if the store refuses, and an error of a file if the
  ///   account cannot be kept: then the new sign-in is revoked.
  package func signIn(
    _ credentials: Credentials, isNew: Bool, trusting root: Data?
  ) async throws -> SignedInAccount {
    try await locked(replacesTrust: root != nil) {
      let old = file.read()
      let trust = RootTrust(named: root, kept: old?.signIn.rootCertificate)
      let tokens = isNew ? [] : knownTokens(of: credentials.account, old)
      let token = try await token(of: tokens, trust)
      let answer =
        try await isNew
        ? accounts.signUp(credentials) : accounts.signIn(credentials, token: token)
      let signIn = answer.value
      do {
        try trust.check(signIn.rootCertificate)
        let account = SignedInAccount(
          signIn: signIn, registered: try await accounts.devices(signIn: signIn.token).value,
          kept: folders.devices(of: signIn.account), folders: folders.names)
        try file.write(account)
        if let old { await revoke(old.signIn) }
        return account
      } catch {
        await revoke(signIn)
        throw error
      }
    }
  }

  /// Signs this client in to an account, unless it is signed in to it.
  ///
  /// - Parameters:
  ///   - account: The account's name.
  ///   - password: The account's password; with it, a sign-in to another account is replaced, and one
  ///     that the store has revoked.
  /// - Throws: ``LocalClientError/notSignedIn(_:)`` or
  ///   ``LocalClientError/otherAccount(kept:wanted:address:)`` if a password is needed and there is
  ///   none, and what ``signIn(_:isNew:trusting:)`` throws.
  package func signIn(as account: String, password: String?) async throws {
    let old = try await locked { file.read() }?.signIn
    let kept = old?.account.name
    if let old, kept == account {
      guard password != nil, await isRevoked(old) else { return }
    }
    if let password {
      _ = try await signIn(
        Credentials(account: account, password: password), isNew: false, trusting: nil)
      return
    }
    guard let kept, case .remote(let address) = connection.location else {
      throw LocalClientError.notSignedIn(connection.location)
    }
    throw LocalClientError.otherAccount(kept: kept, wanted: account, address: address)
  }

  /// Signs this client out, and leaves its devices signed in.
  ///
  /// - Returns: The account; `nil` if nobody was signed in.
  /// - Throws: `StoreError.unavailable` if the store does not answer: then nothing has changed.
  package func signOut() async throws -> StoreAccount? {
    try await locked(replacesTrust: true) {
      guard let account = file.read() else { return try unclaimed?.forget() }
      do {
        _ = try await accounts.signOut(signIn: account.signIn.token)
      } catch StoreError.unauthorized {
        // It was revoked already.
      }
      try file.remove()
      return account.signIn.account
    }
  }

  /// Signs every client of the account out, this one too, and leaves the devices signed in.
  ///
  /// - Returns: The account and its devices.
  /// - Throws: ``LocalClientError`` if nobody is signed in here or another store answers,
  ///   `StoreError.unavailable` if the store does not answer: then nothing has changed.
  package func signOutEverywhere() async throws -> (account: StoreAccount, devices: [StoreDevice]) {
    try await locked {
      guard let account = file.read() else {
        throw LocalClientError.notSignedIn(connection.location)
      }
      do {
        let devices = try await accounts.signOutEverywhere(signIn: account.signIn.token).value
        try file.remove()
        return (account.signIn.account, devices)
      } catch StoreError.unauthorized {
        throw try await refusal(of: account.signIn)
      }
    }
  }

  /// The tokens that this client has of an account, the one first that is most likely valid.
  func knownTokens(of account: String, _ old: SignedInAccount?) -> [KnownToken] {
    let stores = folders.stores(of: StoreAccount(name: account)).sorted { $0.name < $1.name }
    let usual = stores.filter { $0.name == old?.device }
    let devices = (usual + stores).map { KnownToken(token: $0.token, root: $0.rootCertificate) }
    guard let signIn = old?.signIn, signIn.account.name == account else { return devices }
    return devices + [KnownToken(token: signIn.token, root: signIn.rootCertificate)]
  }

  /// Asks for the store's root, and chooses the token to show.
  ///
  /// The store is asked even if every root is trusted: a store that does not answer this request
  /// does not get the password, whose check may take long.
  ///
  /// - Returns: The first token that is from the store with this root; no other store receives it.
  /// - Throws: ``LocalClientError/untrustedRoot`` if another root is trusted, and what the store throws.
  private func token(of tokens: [KnownToken], _ trust: RootTrust) async throws -> String? {
    let root = try await accounts.root().value
    try trust.check(root)
    return tokens.first { $0.root == root }?.token
  }

  /// Whether the store that this client knows has revoked the sign-in.
  private func isRevoked(_ signIn: SignIn) async -> Bool {
    do {
      _ = try await accounts.devices(signIn: signIn.token)
      return false
    } catch StoreError.unauthorized {
      return (try? await refusal(of: signIn)) == .notSignedIn(connection.location)
    } catch {
      return false
    }
  }

  /// Revokes a sign-in that is no longer used.
  ///
  /// If the store does not answer, the token is lost anyway.
  private func revoke(_ signIn: SignIn) async {
    _ = try? await accounts.signOut(signIn: signIn.token)
  }
}
