import Foundation
import OpenStoreKit
import PrivateFiles
import StoreAPI

/// Which of the account's devices this process is.
enum DeviceChoice: Equatable {
  /// The one that this machine was last time, made at first use.
  case usual
  case named(String)
  /// One that has never run; without a name, the next free one is chosen.
  case new(named: String?)
}

/// This machine as a customer of one store: its sign-in and its devices.
struct Machine {
  /// What `account.json` keeps.
  private struct Account: Codable {
    var signIn: SignIn
    /// The device that this machine is when nothing else is said.
    var device: String
  }

  let folder: URL
  let accounts: any LocalAccounts

  /// The chosen device, registered and ready.
  ///
  /// A device whose folder is lost or damaged is registered anew under its name: what is the
  /// customer's comes back from the store.
  ///
  /// - Throws: `FileFault` and `DeviceStoreFault` where the machine's own files cannot be read or
  ///   written, `StoreFault` where the store refuses.
  func device(_ choice: DeviceChoice) async throws -> DeviceStore {
    let lock = try lock()
    defer { lock.release() }
    let account = try await signedIn()
    switch choice {
    case .usual:
      return try await open(account.device, of: account.signIn)
    case .named(let name):
      guard try await names(of: account.signIn).contains(name) else {
        throw StoreFault.unknownDevice(name)
      }
      return try await open(name, of: account.signIn)
    case .new(let name):
      let usual = account.device
      guard name != usual else { throw StoreFault.deviceExists(usual) }
      let free = try await freeName(account.signIn, besides: usual)
      return try await register(name ?? free, of: account.signIn)
    }
  }

  /// The account's devices, oldest first, and the name of the one that this machine usually is.
  func devices() async throws -> (devices: [StoreDevice], usual: String) {
    let lock = try lock()
    defer { lock.release() }
    let account = try await signedIn()
    return (try await accounts.devices(signIn: account.signIn.token).value, account.device)
  }
}

// MARK: - The sign-in

extension Machine {
  private var file: URL { folder.appending(path: "account.json") }

  /// The machine's account, made at first use; also when its file is lost or no longer valid.
  private func signedIn() async throws -> Account {
    if let data = try? Data(contentsOf: file),
      let account = try? JSONDecoder().decode(Account.self, from: data),
      try await isValid(account.signIn)
    {
      return account
    }
    let signIn = try await accounts.signIn(local: "customer").value
    let account = Account(signIn: signIn, device: try await freeName(signIn))
    try write(account)
    return account
  }

  private func isValid(_ signIn: SignIn) async throws -> Bool {
    do {
      _ = try await accounts.devices(signIn: signIn.token)
      return true
    } catch StoreFault.unauthorized {
      return false
    }
  }

  private func write(_ account: Account) throws {
    try PrivateFile.replace(file, with: JSONEncoder().encode(account))
  }

  /// Of two processes that find no sign-in or no device, one makes it.
  private func lock() throws -> FileLock {
    try PrivateFile.makeFolder(folder)
    return try FileLock(folder.appending(path: "account.lock"))
  }
}

// MARK: - Devices

extension Machine {
  private func names(of signIn: SignIn) async throws -> [String] {
    try await accounts.devices(signIn: signIn.token).value.map(\.id)
  }

  /// The first of `device-1`, `device-2` … that the account has not, nor this machine's usual
  /// device, which may not have run yet.
  private func freeName(_ signIn: SignIn, besides usual: String? = nil) async throws -> String {
    let taken = Set(try await names(of: signIn) + [usual].compactMap(\.self))
    let numbered = (1...).lazy.map { "device-\($0)" }
    return numbered.first { !taken.contains($0) } ?? "device"
  }

  private func folder(of name: String) -> URL {
    folder.appending(path: "devices").appending(path: name, directoryHint: .isDirectory)
  }

  /// The device's folder may be one of another store, which stood here before: the account must
  /// know the device too.
  private func open(_ name: String, of signIn: SignIn) async throws -> DeviceStore {
    let isKnown = try await names(of: signIn).contains(name)
    do {
      let device = try DeviceStore.open(folder(of: name))
      if isKnown { return device }
    } catch DeviceStoreFault.missing, DeviceStoreFault.damaged {}
    if isKnown { _ = try await accounts.removeDevice(name, signIn: signIn.token) }
    return try await register(name, of: signIn)
  }

  private func register(_ name: String, of signIn: SignIn) async throws -> DeviceStore {
    let registration = try await accounts.registerDevice(name, signIn: signIn.token)
    return try DeviceStore.create(
      folder(of: name), account: signIn.account.name, registration: registration)
  }
}
