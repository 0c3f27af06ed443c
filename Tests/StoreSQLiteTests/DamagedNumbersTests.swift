import AppStorePayloads
import Foundation
import GRDB
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import StoreSQLite
import TestSupport
import Testing

/// A damaged database causes an error, and never ends the program.
@Suite(.hangLimit) struct DamagedNumbersTests {
  @Test func `whatever number is in a column, the store answers or says what is damaged`() async {
    await #expect(processExitsWith: .success) {
      let store = try await DamagedStore.make()
      for column in try store.columns {
        for edge in [Int64.min, .max] {
          try await store.ask { try column.set(edge, $0) }
        }
      }
    }
  }

  @Test func `whatever number is in a stored JSON text, the store answers or says what is damaged`()
    async
  {
    await #expect(processExitsWith: .success) {
      let store = try await DamagedStore.make()
      for number in try store.numbers {
        for edge in ["-1", "9007199254740991", "1e308"] {
          try await store.ask { try number.set(edge, $0) }
        }
      }
    }
  }

  @Test(arguments: [
    ("store", "last_now"), ("store", "clock_generation"), ("store", "epoch"),
    ("customer", "last_count"), ("transaction", "purchase_date"), ("password", "rounds"),
  ])
  func `a message names the column, and nothing is changed`(table: String, column: String)
    async throws
  {
    let store = try await DamagedStore.make()

    let error = try await store.error { db in
      try DamagedStore.Column(table: table, name: column).set(.max, db)
    }

    #expect(
      error?.description.contains(
        "store.sqlite is damaged: the table '\(table)' has a row with a damaged '\(column)'")
        == true,
      "\(error?.description ?? "no error")")
  }
}

extension DamagedNumbersTests {
  @Test(arguments: [
    ("last_now", Int64.min), ("last_now", .max), ("epoch", .min), ("epoch", .max),
    ("first_number", .min),
  ])
  func `a backup with a damaged number is refused, and the error names its column`(
    column: String, value: Int64
  ) async throws {
    let error = try await refusal(ofBackupWith: value, in: column)

    let words = "the table 'store' has a row with a damaged '\(column)'"
    #expect(error.description.contains(words), "\(error)")
  }

  @Test func `a backup that leaves no transaction numbers is refused`() async throws {
    let error = try await refusal(ofBackupWith: .max, in: "first_number")

    guard case .noNumbersLeft = error else {
      Issue.record("\(error)")
      return
    }
  }

  private func refusal(ofBackupWith value: Int64, in column: String) async throws -> BackupError {
    let store = try await StoreFixture.make()
    let backup = try store.backUp()
    try DamagedStore.change(backup) { db in
      try DamagedStore.Column(table: "store", name: column).set(value, db)
    }
    let error = await #expect(throws: BackupError.self) { try await store.restored(from: backup) }
    return try #require(error)
  }
}

/// A store of every kind of row, whose copies are damaged.
struct DamagedStore {
  private let fixture: StoreFixture
  private let original: StoreFile
  private let signer: PayloadSigner

  /// A column of whole numbers.
  struct Column {
    let table: String
    let name: String

    func set(_ value: Int64, _ db: Database) throws {
      try db.execute(
        sql: "UPDATE OR REPLACE \"\(table)\" SET \(name) = ?", arguments: [value])
    }
  }

  /// A number in a column of JSON texts.
  struct Number {
    let table: String
    let column: String
    let path: String

    func set(_ value: String, _ db: Database) throws {
      try db.execute(
        sql: """
          UPDATE "\(table)" SET \(column) = json_replace(\(column), ?, json(?))
          WHERE json_valid(\(column)) AND json_type(\(column), ?) IN ('integer', 'real')
          """, arguments: [path, value, path])
    }
  }
}

extension DamagedStore {
  static func make() async throws -> DamagedStore {
    let fixture = try await StoreFixture.make()
    let backend = try await fixture.device("phone").backend
    try await fixture.perform(.beginFamily, as: backend)
    let bob = try await fixture.device("bob-phone", of: "bob")
    for product in ["nonconsumable.car", "subscription.premium"] { try await bob.buy(product) }
    for step in steps { try await fixture.perform(step, as: backend) }
    try await bob.buy("consumable.fuel.octane89")
    return try DamagedStore(fixture)
  }

  private init(_ fixture: StoreFixture) throws {
    self.fixture = fixture
    original = try StoreFile()
    signer = try AuthorityFolder(url: fixture.folder.appending(path: "authority")).open()
    let store = try DatabaseQueue(besideStore: fixture.folder.appending(path: "store.sqlite"))
    try store.writeWithoutTransaction {
      try $0.execute(sql: "VACUUM INTO ?", arguments: [original.url.path])
    }
    try store.close()
  }

  private static let steps: [LifecycleScenario.Step] = [
    .buy("consumable.fuel.octane87"), .buy("nonRenewing.standard"), .askForRefund,
    .buy("subscription.standard"), .redeemCode("pro.free.month"),
    .advance("P1M"),
    .command(.setPrice(productID: "subscription.pro", price: 9.99, policy: .askConsent)),
    .command(.failBilling(subscription: .product("subscription.pro", account: "alice"))),
    .command(.createOfferKey),
    .command(.addAccount(credentials: Credentials(account: "carol", password: "open sesame"))),
    .command(.setAskToBuy(isOn: true)),
  ]

  private func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    let queue = try DatabaseQueue(path: original.url.path)
    defer { try? queue.close() }
    return try queue.read(body)
  }

  /// Every column of whole numbers that has a value.
  var columns: [Column] {
    get throws {
      try read { db in
        try Row.fetchAll(
          db,
          sql: """
            SELECT tables.name AS "table", columns.name AS name
            FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
            WHERE tables.type = 'table' AND (columns.type = 'INTEGER' OR columns.name = 'seq')
            """
        ).map { Column(table: $0["table"], name: $0["name"]) }
      }
    }
  }

  /// Every number in the JSON texts; of the elements of a list the first one's.
  var numbers: [Number] {
    get throws {
      try read { db in
        let columns = try Row.fetchAll(
          db,
          sql: """
            SELECT tables.name AS "table", columns.name AS name
            FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
            WHERE tables.type = 'table' AND columns.type = 'TEXT'
            """)
        return try columns.flatMap { try Self.numbers(in: $0["name"], of: $0["table"], db) }
      }
    }
  }

  private static func numbers(
    in column: String, of table: String, _ db: Database
  ) throws -> [Number] {
    let paths = try String.fetchAll(
      db,
      sql: """
        SELECT DISTINCT tree.fullkey FROM
          (SELECT \(column) AS text FROM "\(table)" WHERE json_valid(\(column))) AS texts,
          json_tree(CASE WHEN json_valid(texts.text) THEN texts.text END) AS tree
        WHERE tree.type IN ('integer', 'real') AND tree.fullkey <> '$' ORDER BY 1
        """)
    let first = Dictionary(grouping: paths) { $0.replacing(#/\[[0-9]+\]/#, with: "[]") }
    return first.values.compactMap { $0.first }.sorted().map {
      Number(table: table, column: column, path: $0)
    }
  }

  /// Damages a copy of the store, and asks it everything.
  func ask(_ damage: (Database) throws -> Void) async throws {
    _ = try await error(damage)
  }

  /// Damages a copy of the store, and asks it everything.
  ///
  /// - Returns: The first error.
  func error(_ damage: (Database) throws -> Void) async throws -> StoreError? {
    let copy = try StoreFile()
    try FileManager.default.copyItem(at: original.url, to: copy.url)
    try Self.change(copy.url, damage)
    return await questions(to: copy.url)
  }

  /// Damages a file, whose triggers refuse some changes.
  static func change(_ file: URL, _ damage: (Database) throws -> Void) throws {
    let queue = try DatabaseQueue(path: file.path)
    defer { try? queue.close() }
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON")
      let triggers = try Row.fetchAll(
        db, sql: "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
      for trigger in triggers { try db.execute(sql: "DROP TRIGGER \(trigger["name"] as String)") }
      try damage(db)
      for trigger in triggers { try db.execute(sql: trigger["sql"]) }
    }
  }

  private func questions(to file: URL) async -> StoreError? {
    do {
      let engine = try await StoreEngine.open(
        try SQLiteLedgerStore(file: file, connections: .one), signer: signer, configuration: nil,
        wallClock: { .fixture }, scryptParameters: .trifling)
      return await engine.askEverything()
    } catch StoreOpeningError.error(let error) {
      return error
    } catch {
      return error as? StoreError
    }
  }
}

extension StoreEngine {
  /// Asks, sells and settles, and ignores every refusal.
  ///
  /// - Returns: The first error that says what is damaged.
  fileprivate func askEverything() async -> StoreError? {
    var errors: [StoreError] = []
    func attempt(_ body: () async throws -> Void) async {
      do { try await body() } catch { if let error = error as? StoreError { errors.append(error) } }
    }
    let commands: [OperatorCommand] = [
      .settings, .accounts, .families, .orders, .offerCodes, .transactions(account: nil),
      .subscriptions(), .advance(move: .by(.month)), .setStorefront(storefront: "DEU"),
      .setPrice(productID: "subscription.standard", price: 1.99, policy: .askConsent),
      .refund(transactionID: TransactionID(rawValue: 1_000_000_001)), .clock,
    ]
    await attempt {
      _ = try await signIn(Credentials(account: "carol", password: "open sesame"))
    }
    await attempt {
      let signIn = try await signIn(local: "alice").value.token
      let device = try await registerDevice("tablet", signIn: signIn).value
      let backend = try await backend(for: device.token, instance: InstanceID(UUID()))
      await attempt { _ = try await backend.purchases() }
      await attempt { _ = try await backend.unfinished(after: nil, limit: 100) }
      await attempt {
        _ = try await backend.transactions(of: nil, includingFinishedConsumables: true)
      }
      await attempt {
        var updates = backend.updates(after: .min).makeLimitedIterator()
        while let update = try await updates.next(), update.value.isEvent {}
      }
      for product in ["consumable.fuel.octane87", "subscription.pro"] {
        await attempt { _ = try await backend.buy(product) }
      }
    }
    for command in commands { await attempt { _ = try await perform(command) } }
    return errors.first { $0.description.contains("damaged") } ?? errors.first
  }
}

extension CalendarDuration {
  fileprivate static var month: CalendarDuration { CalendarDuration("P1M") ?? .zero }
}
