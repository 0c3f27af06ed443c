import Foundation
import StoreEngine
import StoreSQLite
import Testing

extension CommandLineFixture {
  /// Sets the store's clock `days` ahead of the machine's, as if the machine's clock had jumped.
  ///
  /// The time of the store's last use stays, and its files were last written to `days` ago.
  func jump(days: Int) async throws {
    let ledgers = try SQLiteLedgerStore(file: data.appending(path: "store.sqlite"))
    let last = try #require(try await ledgers.settings()).lastNow
    let settlement = SettlementContext(wall: MachineTime(last)) { _, _ in
      throw CocoaError(.featureUnsupported)
    }
    _ = try await ledgers.changeSettings(settlement) {
      ($0.clock, $0.lastNow) = (.running(offset: TimeInterval(days * 86_400)), last)
    }
    ledgers.close()
    // No file is from before 1970.
    let lastWrite = Date() - TimeInterval(min(max(0, days), 1_000) * 86_400)
    for file in ["store.sqlite", "store.sqlite-wal"].map({ data.appending(path: $0).path })
    where FileManager.default.fileExists(atPath: file) {
      try FileManager.default.setAttributes([.modificationDate: lastWrite], ofItemAtPath: file)
    }
  }

  /// The number of stored transactions; reading it settles nothing.
  func transactionCount() async throws -> Int {
    let ledgers = try SQLiteLedgerStore(file: data.appending(path: "store.sqlite"))
    defer { ledgers.close() }
    return try await ledgers.allTransactions(account: nil, before: nil, limit: 1_000).count
  }
}
