import AppStorePayloads
import Foundation
import GRDB
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import TestSupport
import Testing

@testable import StoreSQLite

/// `Fixtures/store-1.sqlite` was made by the first version whose stored format is a promise.
///
/// It is opened for ever. It has four accounts, two passwords, a removed device with a delivery that
/// was reassigned and one without an assignee, a reset, two catalogues, and every event of its time.
/// Its certificates were thrown away; the tokens are names, filled up with dashes.
@Suite(.hangLimit) struct StoredFormatTests {
  private let storeFile: StoreFile
  private var file: URL { storeFile.url }

  init() throws { storeFile = try .ofFirstVersion() }

  @Test func `a store of the first version has its contents of then`() async throws {
    let store = try SQLiteLedgerStore(file: file)

    try expectSnapshot(of: try await store.contents(), named: "store-1")
    #expect(try await store.settings()?.environment == .sandbox)
  }

  @Test func `the ledgers of the first version are what its events lead to`() async throws {
    try await expectLedgersOfEvents(try SQLiteLedgerStore(file: file))
  }

  @Test func `days that were paid before a version that began with 0 count too`() async throws {
    let queue = try DatabaseQueue(path: file.path)
    try DatabaseSchema.migrator.migrate(queue, upTo: "the life of a plan")
    try await queue.write { db in
      let trigger = try String.fetchOne(
        db, sql: "SELECT sql FROM sqlite_schema WHERE name = 'event_is_never_changed'")
      // The fifth month of the radio, as the first version with paid days has written it.
      try db.execute(
        sql: """
          DROP TRIGGER event_is_never_changed;
          UPDATE event SET body = json_set(body, '$.periodBegan.subscription.paidDays', 30)
            WHERE sequence = 63;
          UPDATE subscription SET paid_days = 30 WHERE customer = 2 AND group_id = '7C0FFEE7';
          """)
      try db.execute(sql: #require(trigger))
    }
    try queue.close()

    let store = try SQLiteLedgerStore(file: file)

    let ledger = try await store.ledger(of: CustomerNumber(rawValue: 2), needs: LedgerNeeds())
    #expect(ledger.subscriptions["7C0FFEE7"]?.paidDays == 5 * 30)
    try await expectLedgersOfEvents(store)
  }

  @Test func `the first version's transactions are kept by the step that makes their table again`()
    async throws
  {
    func transactions(_ queue: DatabaseQueue, _ columns: String = "*") throws -> [Row] {
      let sql = "SELECT \(columns) FROM \"transaction\" ORDER BY id"
      return try queue.read { try Row.fetchAll($0, sql: sql) }
    }
    let queue = try DatabaseQueue(path: file.path)
    try DatabaseSchema.migrator.migrate(queue, upTo: "paid days of all periods")
    let before = try transactions(queue)

    try DatabaseSchema.migrator.migrate(queue)

    let columns = try #require(before.first).columnNames.map(\.quotedDatabaseIdentifier)
    #expect(try transactions(queue, columns.joined(separator: ", ")) == before)
    #expect(try queue.read { try Row.fetchOne($0, sql: "PRAGMA foreign_key_check") } == nil)
  }

  private func expectLedgersOfEvents(_ store: SQLiteLedgerStore) async throws {
    for customer in [2, 3, 4, 5].map(CustomerNumber.init(rawValue:)) {
      var replayed = Ledger(customer: customer)
      for event in try await store.events(of: customer, after: 0, limit: .max) {
        replayed.apply(event.change.event)
      }
      let stored = try await store.ledger(of: customer, needs: LedgerNeeds())
      #expect(stored.lastCount == replayed.lastCount)
      #expect(stored.owned == replayed.owned)
      #expect(stored.subscriptions == replayed.subscriptions)
      let transactions = try await store.transactions(
        of: customer, productID: nil, includingFinishedConsumables: true)
      #expect(transactions.reversed() == replayed.transactions.values.sorted { $0.id < $1.id })
    }
  }

  @Test func `the offers of the first version's transactions have their whole length`() async throws
  {
    let store = try SQLiteLedgerStore(file: file)

    let radio = try await store.transactions(
      of: CustomerNumber(rawValue: 2), productID: "subscription.radio",
      includingFinishedConsumables: true)

    #expect(
      radio.map { $0.period?.offer?.duration.description } == [nil, nil, "P3M", "P3M", "P3M"],
      "the latest is first")
  }

  @Test func `the days that were paid in the first version count for win-back offers`()
    async throws
  {
    let store = try SQLiteLedgerStore(file: file)

    let subscriptions = try await store.ledger(
      of: CustomerNumber(rawValue: 2), needs: LedgerNeeds()
    ).subscriptions

    // Two months paid up front, and four of the plans' own price.
    #expect(subscriptions["3F19ED53"]?.paidDays == 6 * 30)
    // Three months paid as you go, and two at its own price.
    #expect(subscriptions["7C0FFEE7"]?.paidDays == 5 * 30)
  }

  @Test func `every JSON text of the first version is written today as it was then`() throws {
    let store = try SQLiteLedgerStore(file: file)

    try store.database.read { db in
      func texts(_ column: String, of table: String) throws -> [String] {
        try String.fetchAll(db, sql: "SELECT \(column) FROM \(table) ORDER BY rowid")
      }
      #expect(
        try EventRow.fetchAll(db).map { try JSONText.encode($0.change.event) }
          == texts("body", of: "event"))
      #expect(
        try SubscriptionRow.fetchAll(db).map { try JSONText.encode($0.value.term) }
          == texts("term", of: "subscription"))
      #expect(
        try CatalogueRow.fetchAll(db).map { try JSONText.encode($0.value.catalogue) }
          == texts("body", of: "catalogue"))
      for row in try Row.fetchAll(db, sql: "SELECT * FROM orders WHERE request IS NOT NULL") {
        guard case .settled(let request, let outcome) = try OrderRow(row: row).record else {
          Issue.record("an order that was settled is \(row)")
          continue
        }
        let (asked, became): (String, String) = (row["request"], row["outcome"])
        #expect(try JSONText.encode(request) == asked)
        #expect(try JSONText.encode(outcome) == became)
      }
    }
  }

  @Test func `customers of the first version sign in, and are sold to as before`() async throws {
    let engine = try await open()

    let bob = Credentials(account: "bob", password: "correct horse")
    _ = try await engine.signIn(bob)
    let carol = Credentials(account: "carol", password: "battery staple")
    _ = try await engine.signIn(carol)
    #expect(try await engine.devices(signIn: "sign-in-2-1").value.map(\.id) == ["kitchen"])

    let kitchen = try await device("kitchen", engine)
    let unfinished = try await kitchen.unfinished()
    let fuel = try #require(
      try unfinished.map { try TransactionPayload.decoded(from: $0) }
        .first { $0.type == .consumable })
    #expect(fuel.productId == "consumable.fuel.octane87")
    #expect(try await kitchen.finish(fuel.transactionId).value)
    let again = try await kitchen.buy("nonconsumable.car").purchase()
    #expect(again.alreadyOwned)
    #expect(try again.transaction().transactionId.rawValue == 2_000_000_001)
    let pro = try await kitchen.buy("subscription.pro").transaction()
    #expect(pro.originalTransactionId.rawValue == 2_000_000_007)
    #expect(pro.offerType == nil, "the introductory offer stays used")
  }

  @Test func `an order of the first version is charged once, also today`() async throws {
    let engine = try await open()
    let kitchen = try await device("kitchen", engine)
    let events = try await kitchen.purchases().value.sequence

    let key = try #require(UUID(uuidString: "00000000-0000-4000-8000-000000000002"))
    let account = try #require(UUID(uuidString: "00000000-0000-4000-8000-000000000077"))
    let order = Order(
      key: OrderKey(key), productID: "nonconsumable.car", appAccountToken: LowercaseUUID(account))
    let repeated = try await kitchen.purchase(order).transaction()

    #expect(repeated.transactionId.rawValue == 2_000_000_001)
    #expect(try await kitchen.purchases().value.sequence == events)
    let closed = try #require(UUID(uuidString: "00000000-0000-4000-8000-000000000500"))
    await #expect(throws: StoreError.orderKeyClosed(key: OrderKey(closed))) {
      try await device("phone", engine).buy("nonconsumable.car", key: closed)
    }
  }

  @Test func `what was begun in the first version goes on`() async throws {
    let engine = try await open()
    let phone = try await device("phone", engine)

    // Two more months at the offer's price, then the radio's own.
    for month in ["P1M", "P1M", "P1M"] {
      _ = try await engine.advance(.by(try #require(CalendarDuration(month))))
    }

    let radio = try await phone.transactions(
      of: "subscription.radio", includingFinishedConsumables: false
    ).value.map { try TransactionPayload.decoded(from: $0) }
    #expect(radio.map(\.price) == [1990, 990, 990, 990])
    #expect(radio.map { $0.offerPeriod?.description } == [nil, "P3M", "P3M", "P3M"])
  }

  private func device(_ name: String, _ engine: StoreEngine) async throws -> any StoreBackend {
    let token = name + String(repeating: "-", count: 43 - name.count)
    return try await engine.backend(for: token, instance: InstanceID(UUID()))
  }

  /// The store with new certificates instead of its own.
  private func open() async throws -> StoreEngine {
    let signer = try CertificateAuthority.make().signer()
    let store = try SQLiteLedgerStore(file: file)
    try await store.database.write { db in
      try db.execute(sql: "DROP TRIGGER store_keeps_its_root")
      try db.execute(
        sql: "UPDATE store SET root_hash = ?", arguments: [signer.rootHash])
    }
    return try await StoreEngine.open(
      store, signer: signer, configuration: nil, wallClock: { .fixture },
      scryptParameters: .trifling)
  }
}
