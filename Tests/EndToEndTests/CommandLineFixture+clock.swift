import Foundation
import StoreEngine
import StoreSQLite
import Testing

extension CommandLineFixture {
  /// Makes the store's clock run `days` ahead of its machine's, as a machine's clock that has jumped
  /// does; the last use of the store stays.
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
  }
}
