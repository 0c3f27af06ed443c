import Foundation
import GRDB
import StoreAPI
import StoreEngine
import TestSupport
import Testing

@testable import StoreSQLite

@Suite(.hangLimit) struct MassExtensionTests {
  @Test(arguments: [LedgerQuery.subscribersAfter, LedgerQuery.unfinishedMassExtension])
  func `a step of a mass extension is found by index, without sorting`(sql: String) throws {
    let queue = try DatabaseQueue()
    try DatabaseSchema.migrator.migrate(queue)

    let plan = try queue.read { db in
      let statement = try db.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql)
      statement.setUncheckedArguments([])
      return try Row.fetchAll(statement).map { try $0.decode(String.self, forColumn: "detail") }
    }

    #expect(plan.count == 1)
    #expect(plan.allSatisfy { $0.hasPrefix("SEARCH") && !$0.contains("TEMP B-TREE") })
  }

  @Test func `the next subscribers of a plan come in the order of their customers`() async throws {
    let fixture = try await StoreFixture.make()
    for account in ["alice", "bert", "carl"] {
      try await fixture.device("phone", of: account).buy("subscription.premium")
    }
    let queue = try DatabaseQueue(
      besideStore: fixture.folder.appending(path: "store.sqlite"))

    func customers(after customer: Int64, limit: Int) throws -> [Int64] {
      try queue.read { db in
        try Int64.fetchAll(
          db, sql: LedgerQuery.subscribersAfter,
          arguments: ["plan": "subscription.premium", "customer": customer, "limit": limit])
      }
    }

    #expect(try customers(after: 0, limit: 2) == [1, 2])
    #expect(try customers(after: 2, limit: 2) == [3])
    #expect(try customers(after: 3, limit: 2) == [])
  }
}
