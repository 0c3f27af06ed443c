import Foundation
import OpenStoreKit
import PrivateFiles
import StoreAPI
import StoreClient
import TestSupport

/// A machine with a folder of its own, at a real store that is elsewhere.
struct RemoteMachine {
  static let password = "correct horse"

  let folder: TemporaryFolder
  let accounts: FaultyAccounts

  init(_ store: any StoreAccounts, in folder: TemporaryFolder? = nil) throws {
    self.folder = try folder ?? TemporaryFolder()
    accounts = FaultyAccounts(store)
  }

  var client: LocalClient {
    LocalClient(
      folder: folder.url, connection: .remote(accounts, address: "http://localhost:8080"))
  }

  @discardableResult
  func signUp(_ name: String, trusting root: Data? = nil) async throws -> SignedInAccount {
    try await client.signIn(
      Credentials(account: name, password: Self.password), isNew: true, trusting: root)
  }

  @discardableResult
  func signIn(_ name: String, trusting root: Data? = nil) async throws -> SignedInAccount {
    try await client.signIn(
      Credentials(account: name, password: Self.password), isNew: false, trusting: root)
  }

  /// Another machine at the same store, signed in to the same account.
  func another(_ name: String, at store: any StoreAccounts) async throws -> RemoteMachine {
    let machine = try RemoteMachine(store)
    try await machine.signIn(name)
    return machine
  }

  func deviceName(_ choice: DeviceChoice = .usual) async throws -> String {
    try await client.device(choice).name
  }
}
