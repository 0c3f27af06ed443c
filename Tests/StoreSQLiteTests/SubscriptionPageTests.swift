import Foundation
import GRDB
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import TestSupport
import Testing

@testable import StoreSQLite

/// The operator's list of subscriptions is read in pages.
@Suite(.hangLimit) struct SubscriptionPageTests {
  private let fixture: StoreFixture
  private let ledgers: SQLiteLedgerStore
  private let store: StoreEngine

  init() async throws {
    fixture = try await StoreFixture.make()
    let ledgers = try SQLiteLedgerStore(
      file: fixture.folder.appending(path: "store.sqlite"), connections: .one)
    self.ledgers = ledgers
    store = try await fixture.another(over: { _ in ledgers })
    _ = try await store.perform(.importCatalogue(configuration: .shareableCatalogue()))
  }

  /// Bert and Carl share their plans with each other.
  @Test func `plans that renew between two pages are neither hidden nor repeated`() async throws {
    for account in ["bert", "carl"] { try await add(account) }
    _ = try await store.perform(.addFamilyMember(account: "carl", organizer: "bert"))
    for account in ["alice", "bert", "carl"] { try await sell(to: account) }

    var pages: [[StoredTransaction]] = []
    repeat {
      pages.append(try await ledgers.allSubscriptions(before: pages.last?.last, limit: 1))
      _ = try await store.advance(.by(try #require(CalendarDuration("P1M"))))
    } while pages.last?.isEmpty == false

    let listed = pages.flatMap(\.self)
    #expect(listed.map(\.account) == ["carl", "carl", "bert", "bert", "alice"])
    #expect(Set(listed.map(\.transaction.originalID)).count == 5)
    #expect(listed.allSatisfy { $0.subscription?.transactionID == $0.transaction.id })
  }

  @Test func `a page of subscriptions is found by the customers' numbers, without sorting all`()
    async throws
  {
    let details = try await ledgers.database.read { db in
      let statement = try db.makeStatement(
        sql: "EXPLAIN QUERY PLAN " + LedgerQuery.latestPeriods)
      statement.setUncheckedArguments([])
      return try Row.fetchAll(statement).map { $0["detail"] as String }
    }

    #expect(details.contains("MERGE (UNION ALL)"))
    #expect(details.filter { $0.contains("SCAN") || $0.hasSuffix("FOR ORDER BY") } == [])
  }

  private func add(_ account: String) async throws {
    _ = try await store.perform(
      .addAccount(
        credentials: Credentials(account: account, password: "\(account) likes cars")))
  }

  private func sell(to account: String) async throws {
    let order = Order(key: OrderKey(UUID()), productID: "subscription.standard")
    _ = try await store.perform(
      .buy(purchase: OperatorPurchase(order: order, account: account)))
  }
}
