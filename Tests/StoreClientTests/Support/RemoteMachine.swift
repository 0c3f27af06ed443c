import Foundation
import OpenStoreKit
import PrivateFiles
import StoreAPI
import StoreClient
import TestSupport

/// A machine with a folder of its own, and a real store that is remote for it.
struct RemoteMachine {
  let folder: TemporaryFolder
  /// The folder that an earlier version had for the store.
  let unclaimed: TemporaryFolder?
  let accounts: FaultyAccounts

  init(
    _ store: any StoreAccounts, in folder: TemporaryFolder? = nil,
    claiming unclaimed: TemporaryFolder? = nil
  ) throws {
    self.folder = try folder ?? TemporaryFolder()
    self.unclaimed = unclaimed
    accounts = FaultyAccounts(store)
  }

  var client: LocalClient {
    LocalClient(
      folder: folder.url, claiming: unclaimed?.url,
      connection: .remote(accounts, address: "http://localhost:8080"))
  }

  @discardableResult
  func signUp(_ name: String, trusting root: Data? = nil) async throws -> SignedInAccount {
    try await signIn(name, isNew: true, trusting: root)
  }

  @discardableResult
  func signIn(
    _ name: String, isNew: Bool = false, trusting root: Data? = nil
  ) async throws -> SignedInAccount {
    try await client.signIn(
      Credentials(account: name, password: "correct horse"), isNew: isNew, trusting: root)
  }

  func deviceName(_ choice: DeviceChoice = .usual) async throws -> String {
    try await client.device(choice).name
  }

  func isKept(_ file: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.file(file).path)
  }
}
