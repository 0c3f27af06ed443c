import AppStorePayloads
package import Foundation
package import OpenStoreKit
import PrivateFiles
package import StoreAPI

/// This machine as a client of one store: its sign-in and its devices.
///
/// Every method waits for other processes that use the same folder, so that only one of them makes a
/// sign-in or a device that is missing.
package struct LocalClient: Sendable {
  let folder: URL
  let connection: StoreConnection
  let unclaimed: LegacyStoreFolder?

  /// - Parameters:
  ///   - folder: Holds `account.json` and the devices. It is made if it is missing.
  ///   - unclaimed: An earlier version's folder for this store's host and port. It is taken over
  ///     when the store answers with the root certificate that the folder trusts.
  ///   - connection: The store.
  package init(folder: URL, claiming unclaimed: URL? = nil, connection: StoreConnection) {
    self.folder = folder
    self.connection = connection
    self.unclaimed = unclaimed.map(LegacyStoreFolder.init)
  }

  /// The chosen device, registered and ready.
  ///
  /// A device whose folder is lost or damaged is registered again: the store sends the customer's
  /// purchases again. A device that has run before opens even if its store does not answer.
  ///
  /// - Throws: `FileError` and `DeviceStoreError` if this machine's files cannot be read or written,
  ///   `StoreError` if the store refuses, ``LocalClientError`` if nobody is signed in or another
  ///   store answers.
  package func device(_ choice: DeviceChoice) async throws -> DeviceStore {
    try await locked {
      let selection = try await selection()
      let account = selection.account
      let kept = try choice.keptName(usual: account.device)
        .flatMap { try folders.device($0, of: account.signIn.account) }
      let action = try selection.action(for: choice, kept: kept.map(KeptDevice.init))
      let device = try await perform(action, kept, account)
      if let changed = selection.account(afterOpening: KeptDevice(device), as: choice) {
        try file.write(changed)
      }
      return device
    }
  }

  /// The account's devices, oldest first, and this client's usual device.
  ///
  /// - Throws: As ``device(_:)`` does, and ``LocalClientError/unreachable(_:)``.
  package func devices() async throws -> (devices: [StoreDevice], usual: StoreDevice?) {
    try await locked {
      let selection = try await selection()
      let devices = try selection.devices.get()
      return (devices, devices.first(where: selection.account.isUsual))
    }
  }

  /// Signs a device of the account out for good.
  ///
  /// - Throws: `StoreError.unknownDevice` if the account has none of this name, and what
  ///   ``devices()`` throws.
  package func removeDevice(_ name: String) async throws -> StoreDevice {
    try await locked {
      let selection = try await selection()
      _ = try selection.devices.get()
      return try await accounts.removeDevice(name, signIn: selection.account.signIn.token).value
    }
  }
}

// MARK: - The files and the lock

extension LocalClient {
  var file: AccountFile { AccountFile(in: folder) }
  var folders: DeviceFolders { DeviceFolders(in: folder) }
  var accounts: any StoreAccounts { connection.accounts }

  /// Runs `body` while no other process changes the folder.
  ///
  /// - Parameters:
  ///   - replacesTrust: Whether the root certificate that was trusted no longer matters.
  ///   - body: Runs when the files are there, including those of an earlier version.
  /// - Returns: The result of `body`.
  /// - Throws: What ``claim()`` and `body` throw.
  func locked<Value>(
    replacesTrust: Bool = false, _ body: () async throws -> Value
  ) async throws -> Value {
    try PrivateFile.makeFolder(folder)
    let lock = try await FileLock.waiting(for: folder.appending(path: "account.lock"))
    defer { lock.release() }
    do {
      try await claim()
    } catch LocalClientError.untrustedRoot where replacesTrust {}
    return try await body()
  }
}

// MARK: - Asking the store

extension LocalClient {
  /// The account, with the store's answer about its sign-in.
  ///
  /// The local store's account is made at first use, and again if its file is lost or no longer
  /// valid.
  ///
  /// - Throws: ``LocalClientError/accountOfOthers(_:)`` if somebody signed up for the account.
  private func selection() async throws -> DeviceSelection {
    try await checkLocalAccount()
    if let account = file.read() {
      let selection = DeviceSelection(
        location: connection.location, account: account,
        devices: try await devices(of: account.signIn))
      guard selection.needsSignIn else { return selection }
    }
    guard case .local(let accounts, let name) = connection else {
      throw LocalClientError.notSignedIn(connection.location)
    }
    let signIn = try await accounts.signIn(local: name).value
    let devices = try await accounts.devices(signIn: signIn.token).value
    let account = SignedInAccount(
      signIn: signIn, device: DeviceNames.free(besides: devices.map(\.id)))
    try file.write(account)
    return DeviceSelection(location: .local, account: account, devices: .success(devices))
  }

  private func checkLocalAccount() async throws {
    guard case .local(let accounts, let name) = connection else { return }
    do {
      try await accounts.checkLocal(name)
    } catch StoreError.accountExists {
      throw LocalClientError.accountOfOthers(name)
    }
  }

  /// A remote store may stop answering between two requests as well as before the first.
  private func devices(
    of signIn: SignIn
  ) async throws -> Result<[StoreDevice], LocalClientError> {
    do {
      return .success(try await accounts.devices(signIn: signIn.token).value)
    } catch StoreError.unauthorized {
      return .failure(try await refusal(of: signIn))
    } catch StoreError.unavailable(let reason) where connection.location != .local {
      return .failure(.unreachable(reason))
    }
  }

  /// The reason why a store does not know a sign-in: it was revoked, or another store answers.
  func refusal(of signIn: SignIn) async throws -> LocalClientError {
    guard connection.location != .local else { return .notSignedIn(.local) }
    do {
      let root = try await accounts.root().value
      return root == signIn.rootCertificate ? .notSignedIn(connection.location) : .untrustedRoot
    } catch StoreError.unavailable(let reason) {
      return .unreachable(reason)
    }
  }
}

// MARK: - Opening and registering

extension LocalClient {
  private func perform(
    _ action: DeviceAction, _ kept: DeviceStore?, _ account: SignedInAccount
  ) async throws -> DeviceStore {
    switch (action, kept) {
    case (.open, let kept?): return kept
    case (.openIfRegistered, let kept?):
      try await checkRegistration(of: kept)
      return kept
    case (.register(let name), _): return try await register(name, account)
    case (.open, nil), (.openIfRegistered, nil):
      preconditionFailure("only a kept device is opened")
    }
  }

  /// - Throws: ``LocalClientError/notSignedIn(_:)`` if the store has removed the device.
  private func checkRegistration(of device: DeviceStore) async throws {
    do {
      _ = try await accounts.backend(for: device.token, instance: InstanceID(UUID()))
    } catch StoreError.unauthorized {
      throw LocalClientError.notSignedIn(connection.location)
    } catch StoreError.unavailable {
      // The device opens without its store.
    }
  }

  private func register(
    _ name: NewDeviceName, _ account: SignedInAccount
  ) async throws -> DeviceStore {
    do {
      if name.replacesDevice {
        _ = try await accounts.removeDevice(name.name, signIn: account.signIn.token)
      }
      return try await register(name.name, account)
    } catch StoreError.deviceExists {
      guard let next = name.next else { throw StoreError.deviceExists(name: name.name) }
      return try await register(next, account)
    }
  }

  private func register(
    _ name: String, _ account: SignedInAccount
  ) async throws -> DeviceStore {
    let folder = try folders.folder(of: name)
    let registration = try await accounts.registerDevice(name, signIn: account.signIn.token)
    try RootTrust(named: nil, kept: account.signIn.rootCertificate)
      .check(registration.value.rootCertificate)
    return try DeviceStore.create(
      folder, account: account.signIn.account.name, registration: registration)
  }
}
