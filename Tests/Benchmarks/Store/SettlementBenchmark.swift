import AppStorePayloads
import Comparison
import Foundation
import GRDB
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import StoreSQLite

/// The cost of settling 10 000 renewals, against the rows that they leave.
enum SettlementBenchmark {
  static func run(in folder: URL) async throws {
    try await compare(
      name: "settle 10 000 renewals of one plan", accounts: 1, in: folder)
    try await compare(
      name: "settle 10 000 renewals of 1 000 customers", accounts: 1_000, in: folder)
  }

  private static func compare(name: String, accounts: Int, in folder: URL) async throws {
    let shop = try await RenewingShop.make(accounts: accounts, in: folder)
    let rows = try await shop.renewalRows()
    try await Comparison(
      name: name, reference: "insert such rows in transactions of 1 000", measure: .cost, aim: 3,
      rounds: 10
    ).run({ try await shop.settle() }, against: { try shop.insert(rows) })
  }
}

/// A store whose customers each have one plan, which renews every two seconds.
///
/// Each measurement begins with a copy of its file, so that all begin alike.
private struct RenewingShop {
  static let renewals = 10_000
  private static let now = Date(timeIntervalSince1970: 1_768_996_800)
  private static let rowsOfTransaction = 1_000

  let folder: URL
  let accounts: Int

  static func make(accounts: Int, in parent: URL) async throws -> RenewingShop {
    let folder = try parent.appending(path: "renewals-\(accounts)").created
    let shop = RenewingShop(folder: folder, accounts: accounts)
    let ledgers = try SQLiteLedgerStore(file: shop.file)
    let engine = try await shop.engine(ledgers)
    _ = try await engine.perform(.setTimeRate(timeRate: .oneRenewalEveryTwoSeconds))
    _ = try await engine.perform(.setRenewalLimit(isOn: false))
    for number in 1...accounts {
      let signIn = try await engine.signIn(local: "account-\(number)").value
      let device = try await engine.registerDevice("phone", signIn: signIn.token).value
      let backend = try await engine.backend(for: device.token, instance: InstanceID(UUID()))
      let order = Order(key: OrderKey(UUID()), productID: "subscription.standard")
      _ = try await backend.purchase(order)
    }
    ledgers.close()
    // The copies are of this file alone.
    try await open(shop.file).writeWithoutTransaction { db in
      _ = try db.checkpoint(.truncate)
    }
    return shop
  }

  private var file: URL { folder.appending(path: "store.sqlite") }

  /// The time in which the store settles all renewals.
  func settle() async throws -> Duration {
    let copy = try copy()
    defer { try? FileManager.default.removeItem(at: copy) }
    let ledgers = try SQLiteLedgerStore(file: copy.appending(path: "store.sqlite"))
    defer { ledgers.close() }
    let engine = try await engine(ledgers)
    return try await timed { try await settle(engine) }
  }

  /// The time in which rows are inserted into the tables of a store, with its indexes and checks.
  func insert(_ rows: RenewalRows) throws -> Duration {
    let copy = try copy()
    defer { try? FileManager.default.removeItem(at: copy) }
    let queue = try Self.open(copy.appending(path: "store.sqlite"))
    let start = ContinuousClock.now
    for renewals in stride(from: 0, to: Self.renewals, by: Self.rowsOfTransaction) {
      let range = renewals..<min(renewals + Self.rowsOfTransaction, Self.renewals)
      try queue.write { try rows.insert(range, into: $0) }
    }
    return ContinuousClock.now - start
  }

  /// The rows that the renewals leave.
  func renewalRows() async throws -> RenewalRows {
    let copy = try copy()
    let ledgers = try SQLiteLedgerStore(file: copy.appending(path: "store.sqlite"))
    try await settle(try await engine(ledgers))
    ledgers.close()
    return try await Self.open(copy.appending(path: "store.sqlite")).read { db in
      try RenewalRows(last: Self.renewals, in: db)
    }
  }

  private func settle(_ engine: StoreEngine) async throws {
    let seconds = 2 * Self.renewals / accounts
    let end = Self.now.addingTimeInterval(TimeInterval(seconds))
    let answer = try await engine.perform(.advance(move: .to(end)))
    guard case .advanced(_, _, Self.renewals, _) = answer.value else {
      preconditionFailure("not \(Self.renewals) renewals: \(answer.value)")
    }
  }

  private func copy() throws -> URL {
    let copy = try folder.appending(path: "\(UUID())").created
    try FileManager.default.copyItem(at: file, to: copy.appending(path: "store.sqlite"))
    return copy
  }

  private func engine(_ ledgers: SQLiteLedgerStore) async throws -> StoreEngine {
    try await StoreEngine.open(
      ledgers, signer: try AuthorityFolder(url: folder.appending(path: "authority")).open(),
      configuration: .init(
        catalogue: try Catalogue.read(.products(), file: "Products.json"),
        clock: .frozen(at: Self.now)),
      wallClock: { Self.now })
  }

  /// Opens a store's file as the store does, which is in WAL mode already.
  private static func open(_ file: URL) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = true
    let queue = try DatabaseQueue(
      path: file.path(percentEncoded: false), configuration: configuration)
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    return queue
  }
}

/// The rows of renewals: one transaction and two events for each.
private struct RenewalRows {
  private let events: [StatementArguments]
  private let transactions: [StatementArguments]
  private let eventInsertion: String
  private let transactionInsertion: String

  init(last count: Int, in db: Database) throws {
    let events = try Row.fetchAll(
      db,
      sql: """
        SELECT epoch, customer, date, instance, body, notifications, notification_data FROM event
        ORDER BY sequence DESC LIMIT ?
        """, arguments: [2 * count])
    let transactions = try Row.fetchAll(
      db, sql: #"SELECT * FROM "transaction" ORDER BY purchase_date DESC, id DESC LIMIT ?"#,
      arguments: [count])
    self.events = events.reversed().map { StatementArguments($0.databaseValues) }
    self.transactions = transactions.reversed().map { StatementArguments($0.databaseValues) }
    eventInsertion = Self.insertion("event", events)
    transactionInsertion = Self.insertion("transaction", transactions)
  }

  func insert(_ range: Range<Int>, into db: Database) throws {
    let event = try db.cachedStatement(sql: eventInsertion)
    for index in (2 * range.lowerBound)..<(2 * range.upperBound) {
      try event.execute(arguments: events[index])
    }
    let transaction = try db.cachedStatement(sql: transactionInsertion)
    for index in range { try transaction.execute(arguments: transactions[index]) }
  }

  private static func insertion(_ table: String, _ rows: [Row]) -> String {
    let names = rows.first.map { Array($0.columnNames) } ?? []
    let places = names.map { _ in "?" }.joined(separator: ", ")
    return "INSERT INTO \"\(table)\" (\(names.joined(separator: ", "))) VALUES (\(places))"
  }
}
