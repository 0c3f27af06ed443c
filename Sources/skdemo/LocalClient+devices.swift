import Foundation
import OpenStoreKit
import StoreAPI

// The devices that this machine has or gets.
extension LocalClient {
  private func folder(of name: String) -> URL {
    folder.appending(path: "devices").appending(path: name, directoryHint: .isDirectory)
  }

  /// The device that this machine has under a name; `nil` where its file is lost, damaged or
  /// another account's.
  func keptDevice(_ name: String, of account: MachineAccount) throws -> DeviceStore? {
    do {
      let device = try DeviceStore.open(folder(of: name))
      return device.account == account.signIn.account.name ? device : nil
    } catch DeviceStoreFault.missing, DeviceStoreFault.damaged {
      return nil
    }
  }

  /// The first of `device-1`, `device-2` … that is not taken.
  func freeName(besides taken: [String]) -> String {
    let taken = Set(taken)
    return (1...).lazy.map { "device-\($0)" }.first { !taken.contains($0) } ?? "device"
  }

  /// Another machine may take a name first.
  func registerFree(
    besides taken: [String], _ account: MachineAccount
  ) async throws -> DeviceStore {
    let name = freeName(besides: taken)
    do {
      return try await register(name, account)
    } catch StoreFault.deviceExists {
      return try await registerFree(besides: taken + [name], account)
    }
  }

  /// - Throws: ``CommandFailure`` where the store's root is not the one that was trusted at sign-in.
  func register(_ name: String, _ account: MachineAccount) async throws -> DeviceStore {
    let registration = try await accounts.registerDevice(name, signIn: account.signIn.token)
    guard registration.value.rootCertificate == account.signIn.rootCertificate else {
      throw CommandFailure.anotherRoot
    }
    return try DeviceStore.create(
      folder(of: name), account: account.signIn.account.name, registration: registration)
  }
}
