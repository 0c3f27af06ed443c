import Foundation
import OpenStoreKit
import PrivateFiles
import StoreAPI
import StoreHTTP

/// Which of the account's devices this process is.
enum DeviceChoice: Equatable {
  /// The one that this machine was last time, made at first use.
  case usual
  case named(String)
  /// One that has never run; without a name, the next free one is chosen.
  case new(named: String?)
}

/// This machine as a customer of one store: its sign-in and its devices.
struct LocalClient {
  /// How a store is entered.
  enum StoreConnection {
    /// The store in the data folder: its one customer is made at first use, without a password.
    case local(any LocalAccounts)
    /// A store elsewhere: someone has signed in before.
    case elsewhere(StoreAddress, any StoreAccounts)

    var accounts: any StoreAccounts {
      switch self {
      case .local(let accounts): accounts
      case .elsewhere(_, let accounts): accounts
      }
    }
  }

  /// What the store says about the account's devices.
  private enum Known {
    case devices([StoreDevice])
    /// It cannot be reached, or another one is in its place: what this machine keeps has to do.
    case unreachable(CommandFailure)
    /// The sign-in was revoked; the devices are signed in all the same.
    case signedOut
  }

  let folder: URL
  let door: StoreConnection

  var accounts: any StoreAccounts { door.accounts }

  /// The chosen device, registered and ready.
  ///
  /// A device whose folder is lost or damaged is registered anew: what is the customer's comes back
  /// from the store. A store elsewhere need not answer where the device has run before.
  ///
  /// - Throws: `FileFault` and `DeviceStoreFault` where the machine's own files cannot be read or
  ///   written, `StoreFault` where the store refuses, ``CommandFailure`` where nobody is signed in
  ///   or the store is another than it was.
  func device(_ choice: DeviceChoice) async throws -> DeviceStore {
    let lock = try lock()
    defer { lock.release() }
    let (account, known) = try await signedIn()
    switch choice {
    case .usual: return try await usual(account, known)
    case .named(let name): return try await named(name, account, known)
    case .new(let name): return try await new(name, account, known)
    }
  }

  /// The account's devices, oldest first, and the one among them that this machine usually is.
  func devices() async throws -> (devices: [StoreDevice], usual: StoreDevice?) {
    let lock = try lock()
    defer { lock.release() }
    let (account, known) = try await signedIn()
    let devices = try devices(known)
    return (devices, devices.first { $0.verificationID == account.registered })
  }

  /// Signs a device of the account out for good.
  ///
  /// - Throws: `StoreFault.unknownDevice` where the account has none of this name, ``CommandFailure``
  ///   where nobody is signed in, the store cannot be reached or it is another than it was.
  func removeDevice(_ name: String) async throws -> StoreDevice {
    let lock = try lock()
    defer { lock.release() }
    let (account, known) = try await signedIn()
    _ = try devices(known)
    return try await accounts.removeDevice(name, signIn: account.signIn.token).value
  }

  /// Of two processes that find no sign-in or no device, one makes it.
  func lock() throws -> FileLock {
    try PrivateFile.makeFolder(folder)
    return try FileLock(folder.appending(path: "account.lock"))
  }
}

// MARK: - The sign-in

extension LocalClient {
  /// The machine's account and its devices; the local store's is made at first use, also when its
  /// file is lost or no longer valid.
  private func signedIn() async throws -> (MachineAccount, Known) {
    if let account = self.account() {
      let known = try await known(to: account.signIn)
      guard case .signedOut = known, case .local = door else { return (account, known) }
    }
    guard case .local(let accounts) = door else { throw notSignedIn }
    let signIn = try await accounts.signIn(local: "customer").value
    let devices = try await accounts.devices(signIn: signIn.token).value
    let account = MachineAccount(signIn: signIn, device: freeName(besides: devices.map(\.id)))
    try keep(account)
    return (account, .devices(devices))
  }

  /// The store may go away between two questions as well as before the first.
  private func known(to signIn: SignIn) async throws -> Known {
    do {
      return try await answered(to: signIn)
    } catch StoreFault.unavailable(let reason) {
      guard case .elsewhere = door else { throw StoreFault.unavailable(reason) }
      return .unreachable(CommandFailure(StoreFault.unavailable(reason)))
    }
  }

  private func answered(to signIn: SignIn) async throws -> Known {
    do {
      return .devices(try await accounts.devices(signIn: signIn.token).value)
    } catch StoreFault.unauthorized {
      return try await isAnother(than: signIn) ? .unreachable(.anotherRoot) : .signedOut
    }
  }

  /// Whether the store elsewhere is not the one that this machine has signed in to.
  func isAnother(than signIn: SignIn) async throws -> Bool {
    guard case .elsewhere(_, let accounts) = door else { return false }
    return try await accounts.root().value != signIn.rootCertificate
  }

  private func devices(_ known: Known) throws -> [StoreDevice] {
    switch known {
    case .devices(let devices): return devices
    case .unreachable(let failure): throw failure
    case .signedOut: throw notSignedIn
    }
  }

  var notSignedIn: CommandFailure {
    guard case .elsewhere(let address, _) = door else {
      return CommandFailure(StoreFault.unauthorized)
    }
    return CommandFailure(
      code: "notSignedIn",
      message: """
        this machine is not signed in to \(address): sign in with \
        skdemo sign-in --store \(address), with --create for a new account
        """)
  }
}

// MARK: - Choosing

extension LocalClient {
  private func usual(_ account: MachineAccount, _ known: Known) async throws -> DeviceStore {
    let kept = try keptDevice(account.device, of: account)
    if case .devices(let devices) = known {
      let device = try await usual(account, kept, among: devices)
      if device.name != account.device || device.verificationID != account.registered {
        try keep(account.with(device))
      }
      return device
    }
    return try await self.kept(kept, known)
  }

  /// A device that this machine goes on with where it is not told of the others.
  ///
  /// - Throws: What stands in the way of a new one where there is none, or where the store says that
  ///   it does not know it either.
  private func kept(_ device: DeviceStore?, _ known: Known) async throws -> DeviceStore {
    guard let device else { _ = try devices(known); throw notSignedIn }
    guard case .signedOut = known else { return device }
    do {
      _ = try await accounts.backend(for: device.token, instance: InstanceID(UUID()))
      return device
    } catch StoreFault.unauthorized {
      throw notSignedIn
    } catch StoreFault.unavailable {
      return device
    }
  }

  private func usual(
    _ account: MachineAccount, _ kept: DeviceStore?, among devices: [StoreDevice]
  ) async throws -> DeviceStore {
    do {
      return try await registered(account.device, kept, account, among: devices)
    } catch StoreFault.deviceExists(let taken) {
      return try await registerFree(besides: devices.map(\.id) + [taken], account)
    }
  }

  private func named(
    _ name: String, _ account: MachineAccount, _ known: Known
  ) async throws -> DeviceStore {
    let kept = try keptDevice(name, of: account)
    guard case .devices(let devices) = known else {
      return try await self.kept(kept, known)
    }
    guard let device = devices.first(where: { $0.id == name }) else {
      throw StoreFault.unknownDevice(name)
    }
    guard kept?.verificationID == device.verificationID || mayReplace(device, account) else {
      throw CommandFailure(
        code: "deviceElsewhere",
        message: """
          the device '\(name)' is on another machine, or this one has lost it: make another with \
          --new-device
          """)
    }
    return try await registered(name, kept, account, among: devices)
  }

  private func new(
    _ name: String?, _ account: MachineAccount, _ known: Known
  ) async throws -> DeviceStore {
    if case .unreachable(var failure) = known {
      failure.message = "a new device needs the store, to be registered; \(failure.message)"
      throw failure
    }
    let taken = try devices(known).map(\.id) + [account.device]
    guard let name else { return try await registerFree(besides: taken, account) }
    guard name != account.device else { throw StoreFault.deviceExists(name) }
    return try await register(name, account)
  }

  /// The device under this name if it is this machine's, else a new one: under the name where that
  /// is free or was this machine's.
  ///
  /// The folder may be that of a device of another account or another store, which stood here
  /// before.
  private func registered(
    _ name: String, _ kept: DeviceStore?, _ account: MachineAccount, among devices: [StoreDevice]
  ) async throws -> DeviceStore {
    guard let device = devices.first(where: { $0.id == name }) else {
      return try await register(name, account)
    }
    if let kept, kept.verificationID == device.verificationID { return kept }
    guard mayReplace(device, account) else {
      return try await registerFree(besides: devices.map(\.id), account)
    }
    _ = try await accounts.removeDevice(name, signIn: account.signIn.token)
    return try await register(name, account)
  }

  /// All devices of the local store are this machine's; elsewhere a name may be another machine's.
  private func mayReplace(_ device: StoreDevice, _ account: MachineAccount) -> Bool {
    if case .local = door { true } else { device.verificationID == account.registered }
  }
}
