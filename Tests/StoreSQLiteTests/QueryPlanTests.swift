import AppStorePayloads
import Foundation
import GRDB
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import Synchronization
import TestSupport
import Testing

@testable import StoreSQLite

/// How SQLite finds the rows of every statement of a day at the shop.
@Suite(.hangLimit) struct QueryPlanTests {
  private let statements = TracedStatements()
  private let fixture: StoreFixture
  private let ledgers: SQLiteLedgerStore
  private let store: StoreEngine

  init() async throws {
    fixture = try await StoreFixture.make()
    let ledgers = try SQLiteLedgerStore(
      file: fixture.folder.appending(path: "store.sqlite"), connections: .one)
    self.ledgers = ledgers
    statements.trace(ledgers)
    store = try await fixture.another(over: { _ in ledgers })
  }

  /// The indexes that are there to find rows; the others only keep rows apart.
  private static let indexes: Set = [
    "consumable_unfinished", "event_of_customer", "offer_code_redemption_of_customer",
    "offer_nonce_signed", "password_cost",
    "sign_in_of_account", "subscription_due", "subscription_of_next_plan",
    "subscription_of_present_plan", "transaction_of_product", "transaction_unfinished",
  ]

  /// What has few rows, whatever is sold.
  private static let shortTables: Set = [
    "store", "catalogue", "offer_key", "sqlite_sequence", "json_each", "product",
  ]

  /// Statements that are there to read all: the accounts with their devices, for the operator.
  private static let listsAll = [
    "FROM account LEFT JOIN password", "FROM device WHERE removal_date",
  ]

  @Test func `every index is used, and only short tables and whole lists are read whole`()
    async throws
  {
    try await spendDay()
    let plans = try statements.plans(in: fixture)

    let used = Set(plans.flatMap { $0.value.indexes })
    #expect(Self.indexes.subtracting(used) == [])
    for (sql, plan) in plans where !Self.listsAll.contains(where: sql.contains) {
      #expect(plan.scans.subtracting(Self.shortTables) == [], "\(sql)")
    }
  }

  /// Customers sign in and buy, their plan renews, and the operator does what an operator does.
  private func spendDay() async throws {
    let credentials = Credentials(account: "bob", password: "correct horse")
    _ = try await store.signUp(credentials)
    let signIn = try await store.signIn(credentials).value.token
    let device = try await store.registerDevice("watch", signIn: signIn).value
    let bob = try await store.backend(for: device.token, instance: InstanceID(UUID()))
    for id in ["nonconsumable.car", "consumable.fuel.octane87", "subscription.pro"] {
      try await bob.buy(id)
    }
    _ = try await store.advance(.by(try #require(CalendarDuration("P1M"))))
    _ = try await bob.purchases()
    let unfinished = try await bob.unfinished(after: nil, limit: 100).value
    _ = try await bob.finish(
      try unfinished.transactions.map {
        try JWS($0).payload(as: TransactionPayload.self).transactionId
      })
    var updates = bob.updates(after: 0).makeLimitedIterator()
    #expect(try await updates.next() != nil)
    _ = try await store.perform(
      .setPrice(productID: "subscription.pro", price: 9, policy: .inform))
    _ = try await store.signOutEverywhere(signIn: signIn)
    _ = try await store.accounts()
    let listed = try await store.perform(.subscriptions())
    guard case .subscriptions(let list, _, _) = listed.value else {
      throw FixtureError(text: "\(listed.value)")
    }
    #expect(list.count == 1)
    try redeemOffer()
    #expect(try await ledgers.apiKey("ABCDE23456") == nil)
    _ = try await store.perform(
      .createOfferCodes(
        request: OfferCodeRequest(reference: "nonconsumable.racecar", custom: "RACE")))
    _ = try await bob.purchase(
      Order(
        key: OrderKey(UUID()), productID: "nonconsumable.racecar", offer: .code(code: "RACE")))
  }

  /// What an order with a signed offer does.
  private func redeemOffer() throws {
    let nonce = OfferNonce(keyID: "KEY", text: "once")
    try ledgers.database.writeWithoutTransaction { db in
      #expect(try !db.isUsed(nonce))
      try db.remember(SignedNonce(nonce, at: .fixture))
    }
  }
}

/// The statements that a connection runs.
private final class TracedStatements: Sendable {
  private let texts = Mutex<Set<String>>([])

  func trace(_ store: SQLiteLedgerStore) {
    store.database.writeWithoutTransaction { db in
      db.trace { event in
        guard case .statement(let statement) = event else { return }
        let text = statement.sql
        self.texts.withLock { _ = $0.insert(text) }
      }
    }
  }

  /// The plan of each statement that reads or changes rows.
  func plans(in fixture: StoreFixture) throws -> [String: QueryPlan] {
    let queue = try DatabaseQueue(besideStore: fixture.folder.appending(path: "store.sqlite"))
    // The plan of an insertion names what is read only if a deferred constraint is violated.
    let words = ["SELECT", "UPDATE", "DELETE", "WITH"]
    let texts = texts.withLock { $0 }.filter { text in words.contains { text.hasPrefix($0) } }
    return try queue.read { db in
      try Dictionary(uniqueKeysWithValues: texts.map { ($0, try QueryPlan(of: $0, db)) })
    }
  }
}

/// What `EXPLAIN QUERY PLAN` says.
private struct QueryPlan {
  let details: [String]

  init(of sql: String, _ db: Database) throws {
    let statement = try db.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql)
    statement.setUncheckedArguments([])
    details = try Row.fetchAll(statement).map { $0["detail"] }
  }

  /// The indexes by which rows are found.
  var indexes: [String] {
    details.compactMap { $0.firstMatch(of: /SEARCH .* INDEX ([a-z_]+)/).map { String($0.1) } }
  }

  /// The tables that are read whole.
  var scans: Set<String> {
    Set(details.compactMap { $0.wholeMatch(of: /SCAN ([a-z_]+).*/).map { String($0.1) } })
  }
}
