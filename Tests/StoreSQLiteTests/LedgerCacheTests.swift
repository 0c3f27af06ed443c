import GRDB
import Testing

@testable import StoreEngine
@testable import StoreSQLite

/// When the ledgers of one transaction are those of the next.
@Suite struct LedgerCacheTests {
  private let queue: DatabaseQueue
  private let cache = LedgerCache()

  init() throws {
    queue = try DatabaseQueue()
    try queue.write { try $0.execute(sql: "CREATE TABLE t (x)") }
  }

  @Test func `ledgers are taken once`() throws {
    cache.keep(Self.ledgers(1...2), Self.ledgers(2...3), at: try version())

    #expect(cache.take(at: try version()) == Self.ledgers(1...3))
    #expect(cache.take(at: try version()).isEmpty)
  }

  @Test func `after a write no ledger is taken`() throws {
    cache.keep(Self.ledgers(1...2), [:], at: try version())

    try queue.write { try $0.execute(sql: "INSERT INTO t VALUES (1)") }

    #expect(cache.take(at: try version()).isEmpty)
  }

  @Test func `after a write that was rolled back no ledger is taken`() throws {
    cache.keep(Self.ledgers(1...2), [:], at: try version())

    try queue.inDatabase { db in
      try db.inTransaction {
        try db.execute(sql: "INSERT INTO t VALUES (1)")
        return .rollback
      }
    }

    #expect(cache.take(at: try version()).isEmpty)
  }

  @Test func `with more than 4000 only those of the last transaction are kept`() throws {
    cache.keep(Self.ledgers(1...1), Self.ledgers(2...4_000), at: try version())
    #expect(cache.take(at: try version()).count == 4_000)

    cache.keep(Self.ledgers(1...1), Self.ledgers(2...4_001), at: try version())
    #expect(cache.take(at: try version()) == Self.ledgers(1...1))
  }

  private func version() throws -> DatabaseVersion { try queue.write { try DatabaseVersion($0) } }

  private static func ledgers(_ numbers: ClosedRange<Int64>) -> LedgerCache.Ledgers {
    let customers = numbers.map { CustomerNumber(rawValue: $0) }
    return Dictionary(uniqueKeysWithValues: customers.map { ($0, Ledger(customer: $0)) })
  }
}
