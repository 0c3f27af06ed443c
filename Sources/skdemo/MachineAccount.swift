import Foundation
import OpenStoreKit
import PrivateFiles
import StoreAPI

/// What `account.json` keeps: as whom a machine is signed in to a store.
struct MachineAccount: Codable, Equatable {
  /// With the root certificate that is trusted from then on.
  var signIn: SignIn
  /// The device that this machine is when nothing else is said; it may not be registered yet.
  var device: String
  /// Which registration under that name is this machine's.
  var registered: LowercaseUUID?

  /// What this machine is when nothing else is said; `nil` until it is registered.
  var usualDevice: String? { registered == nil ? nil : device }

  /// The same with this device as the usual one.
  func with(_ device: DeviceStore) -> MachineAccount {
    MachineAccount(signIn: signIn, device: device.name, registered: device.verificationID)
  }
}

extension LocalClient {
  private var file: URL { folder.appending(path: "account.json") }

  /// The machine's account; `nil` where there is none, or its file is damaged.
  func account() -> MachineAccount? {
    guard let data = try? Data(contentsOf: file) else { return nil }
    return try? JSONDecoder().decode(MachineAccount.self, from: data)
  }

  func keep(_ account: MachineAccount) throws {
    try PrivateFile.replace(file, with: JSONEncoder().encode(account))
  }

  /// Forgets the account, and with it the root that was trusted.
  func forgetAccount() throws {
    guard FileManager.default.fileExists(atPath: file.path) else { return }
    try FileManager.default.removeItem(at: file)
  }
}

extension CommandFailure {
  /// The store presents another root certificate than the one that this machine trusts.
  static let anotherRoot = CommandFailure(
    code: "anotherRoot",
    message: """
      this is another store than the one that this machine trusts: its root certificate differs. \
      Nothing was kept of its answer. If whoever runs the store made it anew, forget the old one \
      with skdemo sign-out and sign in again, or get the root certificate from them and sign in \
      with --trusted-root FILE; otherwise someone stands between you and the store
      """)
}
