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

  /// The account, and the names of its devices as the store has just said them.
  private struct Customer {
    var account: Account
    var devices: [String]

    var signIn: SignIn { account.signIn }
  }

  let folder: URL
  let accounts: any StoreAccounts

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
    let customer = try await signedIn()
    let usual = customer.account.device
    switch choice {
    case .usual:
      return try await open(usual, of: customer)
    case .named(let name):
      guard customer.devices.contains(name) else { throw StoreFault.unknownDevice(name) }
      return try await open(name, of: customer)
    case .new(let name):
      guard name != usual else { throw StoreFault.deviceExists(usual) }
      // The usual device may not have run yet.
      let free = Self.freeName(besides: customer.devices + [usual])
      return try await register(name ?? free, of: customer.signIn)
    }
  }

  /// The account's devices, oldest first, and the name of the one that this machine usually is.
  func devices() async throws -> (devices: [StoreDevice], usual: String) {
    let lock = try lock()
    defer { lock.release() }
    let account = try await signedIn().account
    return (try await accounts.devices(signIn: account.signIn.token).value, account.device)
  }
}

// MARK: - The sign-in

extension Machine {
  private var file: URL { folder.appending(path: "account.json") }

  /// The machine's account, made at first use; also when its file is lost or no longer valid.
  private func signedIn() async throws -> Customer {
    if let data = try? Data(contentsOf: file),
      let account = try? JSONDecoder().decode(Account.self, from: data),
      let devices = try await devices(of: account.signIn)
    {
      return Customer(account: account, devices: devices)
    }
    let signIn = try await accounts.signIn(local: "customer").value
    let devices = try await devices(of: signIn) ?? []
    let account = Account(signIn: signIn, device: Self.freeName(besides: devices))
    try write(account)
    return Customer(account: account, devices: devices)
  }

  /// The names of the account's devices; `nil` for a sign-in that is no longer valid.
  private func devices(of signIn: SignIn) async throws -> [String]? {
    do {
      return try await accounts.devices(signIn: signIn.token).value.map(\.id)
    } catch {
      guard error == .unauthorized else { throw error }
      return nil
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
  /// The first of `device-1`, `device-2` … that is not taken.
  private static func freeName(besides taken: [String]) -> String {
    let numbered = (1...).lazy.map { "device-\($0)" }
    return numbered.first { !taken.contains($0) } ?? "device"
  }

  private func folder(of name: String) -> URL {
    folder.appending(path: "devices").appending(path: name, directoryHint: .isDirectory)
  }

  /// The device's folder may be one of another store, which stood here before: the account must
  /// know the device too.
  private func open(_ name: String, of customer: Customer) async throws -> DeviceStore {
    let isKnown = customer.devices.contains(name)
    do {
      let device = try DeviceStore.open(folder(of: name))
      if isKnown { return device }
    } catch DeviceStoreFault.missing, DeviceStoreFault.damaged {}
    if isKnown { _ = try await accounts.removeDevice(name, signIn: customer.signIn.token) }
    return try await register(name, of: customer.signIn)
  }

  private func register(_ name: String, of signIn: SignIn) async throws -> DeviceStore {
    let registration = try await accounts.registerDevice(name, signIn: signIn.token)
    return try DeviceStore.create(
      folder(of: name), account: signIn.account.name, registration: registration)
  }
}
