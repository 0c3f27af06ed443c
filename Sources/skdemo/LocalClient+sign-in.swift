import Foundation
import OpenStoreKit
import PrivateFiles
import StoreAPI

extension LocalClient {
  /// Signs this machine in to a store elsewhere, in place of who was signed in before.
  ///
  /// - Parameters:
  ///   - credentials: The account's name and password.
  ///   - isNew: Whether the account is made.
  ///   - trusted: The root certificate (DER) that the store must have; `nil` trusts the one that
  ///     this machine knows, or the first that it sees.
  /// - Returns: The account.
  /// - Throws: What the store refused with, and why the account could not be kept: then the sign-in
  ///   is revoked. ``CommandFailure/anotherRoot`` where the store presents another root: a store that
  ///   only is another was told nothing and has made nothing. Whoever stands between may present
  ///   the right root all the same, because it is public; `https` helps against them.
  func signIn(
    _ credentials: Credentials, isNew: Bool, trusted: Data?
  ) async throws -> MachineAccount {
    let lock = try lock()
    defer { lock.release() }
    let old = account()
    let expected = trusted ?? old?.signIn.rootCertificate
    if let expected, try await accounts.root().value != expected {
      throw CommandFailure.anotherRoot
    }
    let signIn = try await signIn(credentials, isNew: isNew)
    if let expected, expected != signIn.rootCertificate {
      await revoke(signIn)
      throw CommandFailure.anotherRoot
    }
    do {
      let account = try await account(for: signIn)
      try keep(account)
      if let old { await revoke(old.signIn) }
      return account
    } catch {
      await revoke(signIn)
      throw error
    }
  }

  private func signIn(_ credentials: Credentials, isNew: Bool) async throws -> SignIn {
    isNew
      ? try await accounts.signUp(credentials).value
      : try await accounts.signIn(credentials).value
  }

  /// Signs this machine out; its devices stay signed in.
  ///
  /// - Returns: Whose sign-in it was; `nil` where nobody was signed in.
  /// - Throws: `StoreFault.unavailable` where the store cannot be told: then nothing has changed.
  func signOut() async throws -> StoreAccount? {
    let lock = try lock()
    defer { lock.release() }
    guard let account = account() else { return nil }
    do {
      _ = try await accounts.signOut(signIn: account.signIn.token)
    } catch StoreFault.unauthorized {
      // It was revoked already.
    }
    try forgetAccount()
    return account.signIn.account
  }

  /// Signs every machine out of the account, this one with them; the devices stay signed in.
  ///
  /// - Returns: Whose sign-ins they were, and the devices that stay.
  /// - Throws: ``CommandFailure`` where this machine is not signed in, because who it is must be
  ///   known, and ``CommandFailure/anotherRoot`` where the store is another than it was.
  ///   `StoreFault.unavailable` where the store cannot be told: then nothing has changed.
  func signOutEverywhere() async throws -> (account: StoreAccount, devices: [StoreDevice]) {
    let lock = try lock()
    defer { lock.release() }
    guard let account = account() else { throw notSignedIn }
    do {
      let devices = try await accounts.signOutEverywhere(signIn: account.signIn.token).value
      try forgetAccount()
      return (account.signIn.account, devices)
    } catch StoreFault.unauthorized {
      throw try await isAnother(than: account.signIn) ? CommandFailure.anotherRoot : notSignedIn
    }
  }

  /// A sign-in that nobody will use; where the store cannot be told, nobody has its token either.
  private func revoke(_ signIn: SignIn) async {
    _ = try? await accounts.signOut(signIn: signIn.token)
  }

  /// The account with the device that this machine has of it already, or a free name for one.
  private func account(for signIn: SignIn) async throws -> MachineAccount {
    let known = try await accounts.devices(signIn: signIn.token).value
    let folders = deviceFolders
    let new = MachineAccount(
      signIn: signIn, device: freeName(besides: known.map(\.id) + folders))
    for name in folders.sorted() {
      if let kept = try? keptDevice(name, of: new),
        known.contains(where: { $0.verificationID == kept.verificationID })
      {
        return new.with(kept)
      }
    }
    return new
  }

  private var deviceFolders: [String] {
    (try? FileManager.default.contentsOfDirectory(
      atPath: folder.appending(path: "devices").path)) ?? []
  }
}
