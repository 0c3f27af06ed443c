import AppStorePayloads
import Foundation
import GRDB
import GRDBSQLite
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import TestSupport
import Testing

@testable import StoreSQLite

/// A customer's history in the order of the last modifications, compared with a naive one that is
/// made from the events.
@Suite(.hangLimit) struct ModifiedTransactionsTests {
  private let fixture: StoreFixture
  private let ledgers: SQLiteLedgerStore
  private let alice = CustomerNumber(rawValue: 1)

  init() async throws {
    fixture = try await StoreFixture.make()
    ledgers = try SQLiteLedgerStore(
      file: fixture.folder.appending(path: "store.sqlite"), connections: .one)
  }

  @Test func `pages have what a naive history has, with every filter, in both orders`()
    async throws
  {
    try await live()
    let naive = try await NaiveHistory(of: alice, in: ledgers)
    var generator = SeededGenerator(seed: 33)
    var lengths: Set<Int> = []

    for _ in 1...400 {
      let query = naive.query(using: &generator)
      let expected = naive.ids(query)
      lengths.insert(expected.count)
      for readLimit in [3, 5_000] {
        #expect(
          try await ledgers.ids(of: alice, query, readLimit: readLimit) == expected, "\(query)")
      }
    }

    #expect(lengths.count > 10, "the filters select more and less")
    #expect(naive.entries.count > 30)
  }

  @Test func `refunds have what a naive history has, by date`() async throws {
    try await live()
    let naive = try await NaiveHistory(of: alice, in: ledgers)

    for limit in [1, 2, 20] {
      var refunds: [RefundedTransaction] = []
      repeat {
        let page = try await ledgers.refundedTransactions(
          of: alice, after: refunds.last?.place, limit: limit)
        refunds += page
        guard page.count == limit else { break }
      } while true
      #expect(refunds.map(\.transaction.id) == naive.refunds)
    }
    #expect(naive.refunds.count > 3)
  }

  @Test func `a transaction modified while a history is read comes again at its end`() async throws
  {
    let backend = try await fixture.device("phone").backend
    for _ in 1...3 { try await backend.buy("consumable.fuel.octane87") }
    let first = try await ledgers.modifiedTransactions(
      of: alice, ModifiedTransactionsQuery(limit: 2))

    let id = try #require(first.transactions.first?.id)
    _ = try await fixture.engine.refund(id)
    let rest = try await ledgers.modifiedTransactions(
      of: alice, ModifiedTransactionsQuery(after: try #require(first.last), limit: 9))

    #expect(first.hasMore && !rest.hasMore)
    #expect(rest.transactions.map { $0.revocation != nil } == [false, true])
    #expect(rest.transactions.last?.id == id)
  }

  @Test func `finishing a transaction does not modify it`() async throws {
    let backend = try await fixture.device("phone").backend
    let first = try await backend.buy("consumable.fuel.octane87").transaction().transactionId
    try await backend.buy("nonconsumable.car")
    let before = try await ledgers.ids(of: alice, ModifiedTransactionsQuery(limit: 9))

    try await backend.finish(first)

    #expect(try await ledgers.ids(of: alice, ModifiedTransactionsQuery(limit: 9)) == before)
    #expect(before.first == first)
  }

  @Test func `a page that its dates leave empty ends early and says that there may be more`()
    async throws
  {
    _ = try await fixture.device("phone")
    let file = fixture.folder.appending(path: "store.sqlite")
    try await RecordedHistory.add(21, in: file)
    let start = try await fixture.advance("P1D").to
    try await RecordedHistory.add(21, in: file)
    var query = ModifiedTransactionsQuery(limit: 20)
    query.filter.startDate = start

    var pages: [ModifiedTransactionsPage] = []
    repeat {
      pages.append(
        try await ledgers.database.read { [query, alice] db in
          try ModifiedTransactionsReader(db: db, customer: alice, query: query, readLimit: 10)
            .page()
        })
      query.after = pages.last?.last ?? query.after
    } while pages.last?.hasMore == true

    #expect(pages.map(\.hasMore) == [true, true, true, true, false])
    #expect(pages.map(\.transactions.count) == [0, 0, 9, 10, 2])
  }

  @Test func `with more products than SQLite merges, the others' transactions are skipped`()
    async throws
  {
    let ids = try addProducts(600)
    var query = ModifiedTransactionsQuery(limit: 7)
    query.filter.isRevoked = false

    let all = try await ledgers.ids(of: alice, query)
    query.filter.isRevoked = true

    #expect(all == ids)
    #expect(try await ledgers.ids(of: alice, query) == [])
  }

  @Test func `a customer number belongs to an account until a reset`() async throws {
    #expect(try await ledgers.hasCustomer(alice))
    #expect(try await !ledgers.hasCustomer(CustomerNumber(rawValue: 7)))

    _ = try await fixture.engine.reset()

    #expect(try await !ledgers.hasCustomer(alice))
  }

  @Test(arguments: [
    (LedgerQuery.allModified(isAscending: true), ["transaction_modified"]),
    (LedgerQuery.allModified(isAscending: false), ["transaction_modified"]),
    (LedgerQuery.modified(isAscending: true), ["transaction_modified"]),
    (LedgerQuery.modified(isAscending: false), ["transaction_modified"]),
    (
      LedgerQuery.modified(inStates: 3, isAscending: false),
      Array(repeating: "transaction_modified_in_state", count: 3)
    ),
    (LedgerQuery.countBought, ["transaction_bought"]),
    (LedgerQuery.refunded, ["transaction_refunded"]),
  ])
  func `a page is found by its index, without sorting`(sql: String, indexes: [String])
    async throws
  {
    let details = try await ledgers.plan(of: sql)

    let used = details.compactMap { detail in
      detail.firstMatch(of: /SEARCH .* INDEX ([a-z_]+)/).map { String($0.1) }
    }
    #expect(used == indexes)
    // A count scans the result of its subquery.
    let scans = details.filter { $0.hasPrefix("SCAN") && !$0.contains("subquery") }
    #expect(scans + details.filter { $0.contains("TEMP B-TREE") } == [])
  }

  @Test(arguments: [true, false], [nil, false] as [Bool?])
  func `a page in the middle of a long history costs what the first one costs`(
    isAscending: Bool, isRevoked: Bool?
  ) async throws {
    let registration = try await fixture.device("phone").registration
    let file = fixture.folder.appending(path: "store.sqlite")
    try await RecordedHistory.add(1_000, of: registration.token, in: file)
    var query = ModifiedTransactionsQuery(limit: 20)
    query.isAscending = isAscending
    query.filter.isRevoked = isRevoked
    let middle = try await ledgers.place(atRow: 500, of: alice)

    let first = try await ledgers.instructions(of: query, alice)
    if isAscending { query.after = middle } else { query.before = middle }
    let other = try await ledgers.instructions(of: query, alice)

    #expect(first > 100)
    #expect(Double(other) < Double(first) * 1.2, "\(first) and \(other) instructions")
  }

  @Test(arguments: [true, false])
  func `purchases between two dates are found by their index and sorted`(isAscending: Bool)
    async throws
  {
    let details = try await ledgers.plan(of: LedgerQuery.modified(boughtInOrder: isAscending))

    #expect(
      details.contains { $0.contains("INDEX transaction_bought (customer=? AND purchase_date>") })
    #expect(details.filter { $0.contains("SCAN") } == [])
  }

  @Test func `the transactions of an earlier version are in the order of their dates`()
    async throws
  {
    let file = try StoreFile()
    let queue = try DatabaseQueue(path: file.url.path)
    try DatabaseSchema.migrator.migrate(queue, upTo: "values of notifications")
    try await queue.write { db in
      try db.execute(
        sql: """
          INSERT INTO account VALUES (1, 'alice');
          INSERT INTO customer VALUES (1, 1, 4);
          """)
      let dates: [(purchase: Int, revocation: Int?)] = [(5, nil), (3, nil), (1, 4), (3, nil)]
      for (index, dates) in dates.enumerated() {
        try db.execute(
          sql: Self.insertionOfEarlierVersion,
          arguments: [index + 1, dates.purchase, dates.revocation, dates.revocation != nil])
      }
    }
    try queue.close()

    let store = try SQLiteLedgerStore(file: file.url)

    let ids = try await store.ids(of: alice, ModifiedTransactionsQuery(limit: 3))
    #expect(ids.map { $0.rawValue % 10 } == [2, 4, 3, 1])
  }

  private static let insertionOfEarlierVersion = """
    INSERT INTO "transaction" (id, customer, original_id, product_id, type, purchase_date,
      original_purchase_date, quantity, reason, price, storefront, storefront_id, currency, locale,
      refunded, is_upgraded, is_finished, revocation_date, revocation_reason, revocation_type,
      revocation_percentage)
    SELECT 1000000000 + count, 1, 1000000000 + count, 'fuel', 'Consumable', date, date, 1, 'PURCHASE', 0,
      'USA', '143441', 'USD', 'en_US', 0, 0, 0, revocation, iif(is_revoked, 0, NULL),
      iif(is_revoked, 'REFUND_FULL', NULL), iif(is_revoked, 100000, NULL)
    FROM (SELECT ? AS count, ? AS date, ? AS revocation, ? AS is_revoked)
    """

  /// Adds a purchase of each of so many products; returns their IDs.
  private func addProducts(_ count: Int) throws -> [TransactionID] {
    let rows = (1...count).map { number in
      let id = TransactionID(rawValue: alice.number(UInt64(number)))
      return TransactionRow(
        LedgerTransaction(
          id: id, originalID: id, productID: "fuel.\(number)", type: .consumable,
          purchaseDate: .fixture, originalPurchaseDate: .fixture, price: 1,
          storefront: .unitedStates),
        of: alice, modifiedAt: Int64(number))
    }
    try ledgers.database.write { try rows.insert($0) }
    return rows.map(\.value.id)
  }

  /// Two years in which Alice buys, renews, upgrades, gets money back, and shares what Bob has.
  private func live() async throws {
    let store = fixture.engine
    let backend = try await fixture.device("phone").backend
    try await fixture.perform(.beginFamily, as: backend)
    var fuel: [TransactionID] = []
    for number in 1...9 {
      let product = "consumable.fuel.octane\(number.isMultiple(of: 3) ? 91 : 87)"
      fuel.append(try await backend.buy(product).transaction().transactionId)
      if number.isMultiple(of: 2) { try await backend.finish(fuel[number - 1]) }
    }
    let car = try await backend.buy("nonconsumable.car").transaction().transactionId
    try await fixture.advance("P3D")
    try await backend.buy("nonRenewing.standard")
    try await buy("nonconsumable.racecar", for: "bob")
    try await fixture.perform(.refundFamily, as: backend)
    _ = try await store.refund(fuel[3])
    try await buy("subscription.standard", for: "alice")
    try await fixture.advance("P20D")
    try await buy("subscription.standard", for: "bob")
    try await fixture.advance("P4M")
    for id in [car, fuel[0]] { _ = try await store.refund(id, percentage: 50_000) }
    _ = try await store.perform(.reverseRefund(transactionID: car))
    let premium = try await backend.buy("subscription.premium").transaction().transactionId
    try await fixture.advance("P9M")
    _ = try await store.perform(
      .extend(subscription: .product("subscription.premium", account: "alice"), days: 30))
    for id in [fuel[7], premium] { _ = try await store.refund(id) }
    try await backend.finish(fuel[8])
    try await buy("nonconsumable.utilityvehicle", for: "bob")
    try await fixture.advance("P8M")
    try await backend.buy("consumable.fuel.octane89")
  }

  private func buy(_ productID: String, for account: String) async throws {
    let order = Order(key: OrderKey(UUID()), productID: productID)
    _ = try await fixture.engine.perform(
      .buy(purchase: OperatorPurchase(order: order, account: account)))
  }
}

/// A history that is made from every event of a customer, and compares every payload.
private struct NaiveHistory {
  typealias Entry = (place: LastModification, transaction: LedgerTransaction)
  /// In the order of the last modifications.
  let entries: [Entry]

  init(of customer: CustomerNumber, in ledgers: SQLiteLedgerStore) async throws {
    var ledger = Ledger(customer: customer)
    var sequences: [TransactionID: Int64] = [:]
    for event in try await ledgers.events(of: customer, after: 0, limit: .max) {
      let before = ledger.transactions.mapValues { $0.payload(for: .server) }
      ledger.apply(event.change.event)
      for (id, transaction) in ledger.transactions
      where before[id] != transaction.payload(for: .server) {
        sequences[id] = event.sequence
      }
    }
    entries = ledger.transactions.values
      .map { transaction in
        (
          place: LastModification(sequence: sequences[transaction.id] ?? -1, id: transaction.id),
          transaction: transaction
        )
      }
      .sorted { $0.place < $1.place }
  }

  func ids(_ query: ModifiedTransactionsQuery) -> [TransactionID] {
    let selected = entries.filter { entry in
      query.after < entry.place && entry.place < query.before ?? .last(until: .max)
        && Self.selects(query.filter, entry.transaction)
    }
    let ids = selected.map(\.transaction.id)
    return query.isAscending ? ids : ids.reversed()
  }

  var refunds: [TransactionID] {
    entries.filter { $0.transaction.revocation != nil && $0.transaction.shared == nil }
      .map { (date: $0.transaction.revocation?.date ?? .distantPast, entry: $0) }
      .sorted { ($0.date, $0.entry.place) < ($1.date, $1.entry.place) }
      .map(\.entry.transaction.id)
  }

  private static func selects(
    _ filter: TransactionFilter, _ transaction: LedgerTransaction
  ) -> Bool {
    if let start = filter.startDate, transaction.purchaseDate < start { return false }
    if let end = filter.endDate, transaction.purchaseDate >= end { return false }
    if !filter.productIDs.isEmpty, !filter.productIDs.contains(transaction.productID) {
      return false
    }
    if !filter.types.isEmpty, !filter.types.contains(transaction.type) { return false }
    if !filter.groupIDs.isEmpty {
      guard let groupID = transaction.period?.groupID, filter.groupIDs.contains(groupID) else {
        return false
      }
    }
    if let ownership = filter.ownership {
      guard (transaction.shared != nil) == (ownership == .familyShared) else { return false }
    }
    if let isRevoked = filter.isRevoked, (transaction.revocation != nil) != isRevoked {
      return false
    }
    let isLeftOut =
      transaction.type == .consumable && transaction.isFinished && transaction.revocation == nil
    return filter.includesFinishedConsumables || !isLeftOut
  }

  /// A query with some filters of what the history has.
  func query(using generator: inout SeededGenerator) -> ModifiedTransactionsQuery {
    func sample<Value>(_ value: (LedgerTransaction) -> Value) -> Value {
      value(entries[generator.roll(entries.count)].transaction)
    }
    var query = ModifiedTransactionsQuery(
      isAscending: generator.chance(of: 2), limit: 1 + generator.roll(25))
    if generator.chance(of: 3) { query.filter.startDate = sample(\.purchaseDate) }
    if generator.chance(of: 3) { query.filter.endDate = sample(\.purchaseDate) }
    if generator.chance(of: 3) {
      query.filter.productIDs = [sample(\.productID), sample(\.productID), "unknown"]
    }
    if generator.chance(of: 3) { query.filter.types = [sample(\.type), sample(\.type)] }
    if generator.chance(of: 4) {
      query.filter.groupIDs = Set(["unknown", sample { $0.period?.groupID ?? "none" }])
    }
    if generator.chance(of: 3) {
      query.filter.ownership = sample { $0.shared == nil ? .purchased : .familyShared }
    }
    if generator.chance(of: 3) { query.filter.isRevoked = generator.chance(of: 2) }
    query.filter.includesFinishedConsumables = generator.chance(of: 2)
    if generator.chance(of: 4) { query.after = entries[generator.roll(entries.count)].place }
    if generator.chance(of: 4) { query.before = entries[generator.roll(entries.count)].place }
    return query
  }
}

extension Recipient {
  fileprivate static let server = Recipient(
    bundleID: "", appTransactionID: "", signedDate: .distantPast, environment: .sandbox)
}

/// A count that a callback of SQLite can increase.
private final class Counter {
  private(set) var value = 0

  func add() { value += 1 }
}

extension SQLiteLedgerStore {
  /// How SQLite finds the rows of a query.
  fileprivate func plan(of sql: String) async throws -> [String] {
    try await database.read { db in
      let statement = try db.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql)
      statement.setUncheckedArguments([])
      return try Row.fetchAll(statement).map { $0["detail"] as String }
    }
  }

  /// The place of a transaction, counted from 0 in the order of the modifications.
  fileprivate func place(
    atRow row: Int, of customer: CustomerNumber
  ) async throws -> LastModification {
    let page = try await modifiedTransactions(
      of: customer, ModifiedTransactionsQuery(limit: row + 1))
    return try #require(page.last)
  }

  /// The number of instructions that SQLite executes for a page.
  ///
  /// A row that is read costs at least one, even if it is not in the page.
  fileprivate func instructions(
    of query: ModifiedTransactionsQuery, _ customer: CustomerNumber
  ) async throws -> Int {
    try await database.read { db in
      let counter = Counter()
      sqlite3_progress_handler(
        db.sqliteConnection, 1,
        { counter in
          guard let counter else { return 0 }
          Unmanaged<Counter>.fromOpaque(counter).takeUnretainedValue().add()
          return 0
        }, Unmanaged.passUnretained(counter).toOpaque())
      defer { sqlite3_progress_handler(db.sqliteConnection, 0, nil, nil) }
      _ = try ModifiedTransactionsReader(db: db, customer: customer, query: query).page()
      return counter.value
    }
  }

  /// The transactions of all pages of a query.
  fileprivate func ids(
    of customer: CustomerNumber, _ query: ModifiedTransactionsQuery, readLimit: Int = 5_000
  ) async throws -> [TransactionID] {
    var query = query
    var all: [TransactionID] = []
    while true {
      let page = try await database.read { [query] db in
        try ModifiedTransactionsReader(
          db: db, customer: customer, query: query, readLimit: readLimit
        ).page()
      }
      #expect(page.transactions.count <= query.limit)
      all += page.transactions.map(\.id)
      guard page.hasMore, let last = page.last else { return all }
      if query.isAscending { query.after = last } else { query.before = last }
    }
  }
}
