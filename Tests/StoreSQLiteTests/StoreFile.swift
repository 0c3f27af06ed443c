import Foundation
import GRDB
import PrivateFiles
import StoreAPI
import TestSupport
import Testing

@testable import StoreEngine
@testable import StoreSQLite

/// The file of a store, in a temporary folder of its own.
struct StoreFile {
  let folder: TemporaryFolder
  var url: URL { folder.url.appending(path: "store.sqlite") }

  init() throws { folder = try TemporaryFolder() }

  /// A copy of `Fixtures/store-1.sqlite`.
  static func ofFirstVersion() throws -> StoreFile {
    let file = try StoreFile()
    let fixture = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(components: "Fixtures", "store-1.sqlite")
    try FileManager.default.copyItem(at: fixture, to: file.url)
    return file
  }

  /// Creates a store with the customers `alice` and `bob` and a frozen clock.
  func makeStore() async throws -> SQLiteLedgerStore {
    let store = try SQLiteLedgerStore(file: url)
    _ = try await store.create(.fixture(), catalogue: .skdemo())
    try await store.addSignIn(.numbered(1), local: "alice")
    try await store.addSignIn(.numbered(2), local: "bob")
    return store
  }

  /// Expects that the store is refused, with these words in the reason.
  func expectRefusal(
    _ words: String..., migrator: DatabaseMigrator = DatabaseSchema.migrator,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: StoreError.self, sourceLocation: sourceLocation) {
      try SQLiteLedgerStore(file: url, migrator: migrator)
    }
    let sentence = error?.description ?? ""
    for part in words { #expect(sentence.contains(part), sourceLocation: sourceLocation) }
  }
}

extension DatabaseQueue {
  /// Opens the file of a store beside the store itself, and waits for it as another process does, for up
  /// to 5 seconds.
  ///
  /// A store that was dropped may still have to close, on another thread.
  convenience init(besideStore file: URL) throws {
    var configuration = Configuration()
    configuration.busyMode = SQLiteLedgerStore.retryWhileBusy()
    try self.init(path: file.path(percentEncoded: false), configuration: configuration)
  }
}

extension SQLiteLedgerStore {
  /// Signs the store's own machine in to an account.
  func addSignIn(_ hash: TokenHash, local account: String) async throws {
    _ = try await addSignIn(hash, account: account, by: .localMachine, at: .fixture, limit: 9)
  }
}

extension StoreSettings {
  static func fixture(bundleID: String = "com.example.skdemo") -> StoreSettings {
    StoreSettings(
      bundleID: bundleID, rootHash: Data(count: 32), storefront: "USA", locale: "en_US",
      clock: .frozen(at: .fixture), lastNow: .fixture)
  }
}

extension CustomerNumber {
  static let alice = CustomerNumber(rawValue: 1)
  static let bob = CustomerNumber(rawValue: 2)
}

extension TokenHash {
  static func numbered(_ number: UInt8) -> TokenHash {
    TokenHash(bytes: Data(repeating: number, count: 32))
  }
}

extension SettlementContext {
  /// A context at the time of the fixtures; every snapshot has the whole catalogue for sale.
  static let fixture = SettlementContext(wall: MachineTime(.fixture)) { terms, catalogue in
    let catalogue = try catalogue()
    return terms.snapshot(of: catalogue.products, in: catalogue, try StorefrontList.known("USA"))
  }
}
