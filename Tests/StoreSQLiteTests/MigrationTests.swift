import AppStorePayloads
import Crypto
import Foundation
import GRDB
import PrivateFiles
import StoreAPI
import StoreEngine
import TestSupport
import Testing

@testable import StoreSQLite

@Suite(.hangLimit) struct MigrationTests {
  private let storeFile: StoreFile
  private var folder: TemporaryFolder { storeFile.folder }
  private var file: URL { storeFile.url }
  private var copy: URL { folder.url.appending(path: "store.sqlite.before-migration") }

  init() throws { storeFile = try StoreFile() }

  @Test func `a step that has landed is never edited again`() {
    let hashes = DatabaseSchema.migrations.map { step in
      let hash = SHA256.hash(data: Data(step.sql.utf8))
      return "\(step.name): \(hash.map { String(format: "%02x", $0) }.joined())"
    }
    #expect(
      hashes == [
        "first: e8e2fc09be15ef4922207b8b51c45257123d3bcfe19b4fee4df91b87b5c075dd",
        "passwords: 57dc7b7a093ea27020c1ee03c2b6da0afd7c61670fe18640b3eb83e02b16421e",
        "costs of passwords: 164b316a16d6795cdba749453b8831dcdb43f84b26ddd60db4deb08af93a9542",
        "the life of a plan: a87dac16ba02ba6fc5849f8a9ebaafc6bb2332146568e6584676a751255abf22",
        "products not for sale and offer keys: db1eaa9ea4c08d2069afdf0a1a85b52efac4d4b41478db185ee73330ac9b4c5a",
        "nonces of signed offers, and paid days: 97e1a471839648881d75c34dbdf89e7bea50efca29fcb96c1dfd793dd794c03a",
        "present plans, and several preserved prices: 1a4a24dcb04fa619dcab389bb9ba9ff752a622a885c0f0e7c5dfb9eb35a31cbc",
        "the price of a failed renewal: e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "paid days of all periods: eb076e2977c3e644f4a88fa25d3dccc4d9d053724412be47ba1348638c4b06f2",
        "refunds of free periods: 0ac8d4cada862529bf122c019069bc1070c0ada751b0562e150b71ba974aff0a",
        "unfinished transactions of a device: 7183421cee9f5bf06ce63a38e0dcad3805a9f03d175a4ab0d656a5fdb53b819e",
        "due dates by customer: c241d8866843a80103eeeae0269f2d63979c2247f652cd4173db658739944a23",
        "the price of a running offer: e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "pages of a history: 4701a01c845b3d52023f88a5dbb5bb9ac0d343d164a264999e59bd04c133ae65",
        "restored stores: 138cd264d62335b3bf7844f663eedba88980aaf1c0883f09bb5aa13de62bae30",
        "accounts of this machine: 9e3ebb50b54eb0b6f45917aa8906edf46e2e51691a7217c7f094a53a3ffc57da",
        "generations of the clock: 0aa2860624fd2e542e546163a25c6e012c2ecfef086a3f703f75eec2326a2f96",
        "simulated errors: 903f1e15b7d90e2d4e46095e335096f6a2fd00829a05830f38cd197304285e37",
        "orders that wait: c4608df05fdcc8fd3ab5adf161a2a32da8674ed0dbb32830f8afc5aab2ab5d22",
        "promotional offers: 167ba79dfb0e1a3309ae61a947f03c1704b869506032bb48ea232cd66416223b",
        "orders that were not approved: aa8109bf879264289c01e0089cb7b4f6e15ef86f4a7ceafc93e24d923cadbf37",
        "refund requests: acb513c949d2472749756893d58fa646a6befcbda7c1290fd3dc847079bf2bb1",
        "offer codes: df59b85b74a91066dfcb3080c8718e8f36de1105d30c74dc2c2fa1b89ee51791",
        "families: 3eebc1d6ae5b99a9ded36acfba7b2e031e3048a543462388da59c6afdbce4b23",
        "deleted transactions: 7ee78a1ff3c8a9b8f5f537427063a14b9bfc25ecf891bf6a55465f351c082f0a",
        "amounts of refunds: e385a12e2c101155976a65fc36a7d6c7a08b0d8e6cced2c6abbfa77856879792",
        "partial refunds: 75d1d72f4ea9d52045a29ca9fa7286d8891f75c4b11e359cb390d938dcfa57ea",
        "the sharing of a plan: db2070c20e1dd5ddefd7ca133791a1e7143b87f9e9facaacbe9cb70e69dc8c41",
        "lengths of offers, codes of a customer, and grace after paid periods: 5cfac11fe351c662242debb8a086b8fbf8e726968e21456068fe2405d12c04c9",
        "rules of the store: b0b5ebdc42370a846f218ae5e69958c3b3653fc7a2cc4b5216ced79eb2cbf2cd",
        "values of notifications: 59a7f2b1e558eaee72e5e750ea6c8663044fbd937e107bcb1cf8d9ed2e9bcf73",
        "keys of the App Store Server API: a4281c06fbe8c85e7c39d141bebd69d4b42c143d40f597c636b780c485e4950e",
        "last modifications of transactions: b1cea6a72e026c9055eb3329bdb220f7bdf6b8e4047f73a243cf8d93d83f0fb2",
        "app account tokens of servers: e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "extensions that a developer requests: 3d85a7f3caf1be656ca3942e9b8c736915a39fa8fe89fc01db3b3928d6d27e43",
        "reports about refund requests: e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "extensions of all subscribers: 86f60c76e47a4bb507d577ca5b1baf0177dc77efa33bd1613af4e5aa80e2862f",
        "notifications that are sent: a624e97baf47b1b1b76a5925e8e1b7dafa05fd28236b723f4399e5a4d7a29097",
        "rule notifications: e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "the next notification of each customer: 0aa7ce952fd701b7b0f8289f6318adb682f03f0f27711f3021ad5ba786d77a7f",
        "the order of attempts: ef117d517fa7adb092215cc11316a363452e00b18e5e364eb8dc7acf362f034e",
        "repeated consumption requests: 2cc22276df82da2ef3d87f622ca83c2e2910b36205086c6c8cb5387ee750a0db",
        "notifications of a transaction: 76cd565b2edc37851954788fde0b43249beec590b0e306b458d0425d27178ffa",
        "the shared secret, and version 1 of notifications: a41cc81fcc39e16b83c01bf602c27ae3799132791880d866d72cb3c4ab60f288",
        "the environment of the store: 497c80cf56910dadb9e10e019d04b72bb58b5e4df5749ecabe31e0da98d4baef",
      ])
  }

  @Test func `a store from before there were passwords gets their table and keeps its accounts`()
    async throws
  {
    try takeFirstStep { db in
      try db.execute(
        sql: """
          DROP TABLE password; DROP INDEX sign_in_of_account;
          INSERT INTO account (name) VALUES ('alice');
          """)
    }

    let store = try SQLiteLedgerStore(file: file)

    #expect(try await store.account(named: "alice") != nil)
    #expect(try await store.password(of: "alice").hash == nil)
    let new = folder.url.appending(path: "new.sqlite")
    try SQLiteLedgerStore(file: new).close()
    #expect(try Set(schema(of: file)) == Set(schema(of: new)))
  }

  @Test(arguments: [0, DatabaseSchema.applicationID])
  func `a store from before the first version is refused and left as it is`(id: Int) throws {
    try takeFirstStep { db in
      try db.execute(
        sql: """
          ALTER TABLE "transaction" RENAME COLUMN refunded TO given_back;
          PRAGMA application_id = \(id);
          """)
    }
    let bytes = try Data(contentsOf: file)

    storeFile.expectRefusal(
      "store.sqlite was written before the first release of skdemo, and no later version reads "
        + "it: use another folder with --data DIR")
    #expect(try Data(contentsOf: file) == bytes)
    #expect(!exists(copy))
  }

  @Test func `a new store and one that takes every step leave no copy`() throws {
    try SQLiteLedgerStore(file: file).close()
    #expect(!exists(copy))
    try SQLiteLedgerStore(file: file, migrator: .taking(.garage)).close()
    #expect(!exists(copy))
  }

  @Test func `a step that fails leaves a copy that only its owner reads, and says so`() throws {
    try makeStore(with: "alice")

    storeFile.expectRefusal(
      "store.sqlite could not be migrated to this version: ", "no such table: main.nowhere",
      "Its earlier contents are in store.sqlite.before-migration", migrator: .taking(.broken))
    #expect(PrivateFile.permissions(of: copy) == 0o600)
    #expect(try accounts(in: copy) == ["alice"])
    #expect(try accounts(in: file) == ["alice"])
  }

  @Test func `a copy is from before the first of the steps that were taken`() throws {
    try makeStore(with: "alice")
    for _ in 1...2 {
      storeFile.expectRefusal(migrator: .taking(.garage, .broken))
      #expect(try accounts(in: copy) == ["alice"])
      try DatabaseQueue(besideStore: file).write { db in
        try db.execute(sql: "INSERT INTO account (name) VALUES (hex(randomblob(4)))")
      }
    }
    #expect(try accounts(in: file).count == 3)

    try SQLiteLedgerStore(file: file, migrator: .taking(.garage)).close()

    #expect(!exists(copy))
    #expect(try accounts(in: file).count == 3)
  }

  @Test(arguments: [[DatabaseSchema.Migration](), [.garage]])
  func `a copy that is not from before a step of the store is replaced`(
    steps: [DatabaseSchema.Migration]
  ) throws {
    try makeStore(with: "alice")
    let other = folder.url.appending(path: "other.sqlite")
    try SQLiteLedgerStore(
      file: other, migrator: DatabaseSchema.migrator(DatabaseSchema.migrations + steps)
    ).close()
    try FileManager.default.moveItem(at: other, to: copy)

    storeFile.expectRefusal(migrator: .taking(.garage, .broken))

    #expect(try accounts(in: copy) == ["alice"])
  }

  @Test func `a pipe instead of a copy is replaced, and nobody waits for its writer`() throws {
    try makeStore(with: "alice")
    #expect(mkfifo(copy.path, 0o600) == 0)

    storeFile.expectRefusal(migrator: .taking(.garage, .broken))

    #expect(try accounts(in: copy) == ["alice"])
  }

  @Test func `the copy of a store that was moved away is kept until it is moved too`() throws {
    try makeStore(with: "alice")
    storeFile.expectRefusal(migrator: .taking(.garage, .broken))
    try FileManager.default.removeItem(at: file)

    for _ in 1...2 {
      storeFile.expectRefusal(
        "a migration of store.sqlite failed before, and store.sqlite.before-migration holds its "
          + "earlier contents: replace store.sqlite with it, or move it away")
    }
    #expect(try accounts(in: copy) == ["alice"])
    #expect(!exists(file))

    try FileManager.default.moveItem(at: copy, to: file)
    try SQLiteLedgerStore(file: file).close()
    #expect(try accounts(in: file) == ["alice"])
  }

  @Test func `a copy that a crash left incomplete is replaced or removed`() throws {
    try makeStore(with: "alice")
    let draft = copy.appendingPathExtension("draft")
    try Data("half".utf8).write(to: draft)
    try Data("whole, from before a step that is done".utf8).write(to: copy)

    try SQLiteLedgerStore(file: file).close()
    #expect(!exists(copy))
    try SQLiteLedgerStore(file: file, migrator: .taking(.garage)).close()

    #expect(!exists(draft))
    #expect(try accounts(in: file) == ["alice"])
  }

  @Test func `of accounts from before, those without a password are this machine's`() async throws {
    let queue = try DatabaseQueue(path: file.path)
    try DatabaseSchema.migrator.migrate(queue, upTo: "restored stores")
    try await queue.write { db in
      try db.execute(
        sql: """
          INSERT INTO account VALUES (1, 'alice'), (2, 'customer');
          INSERT INTO password VALUES (2, zeroblob(32), zeroblob(16), 2, 1, 1);
          """)
    }
    try queue.close()

    let store = try SQLiteLedgerStore(file: file)

    #expect(try await store.account(named: "alice")?.isLocal == true)
    #expect(try await store.account(named: "customer")?.isLocal == false)
    #expect(try await store.account(named: "nobody")?.isLocal == nil)
    await #expect(throws: StoreError.accountExists(name: "customer")) {
      try await store.addSignIn(.numbered(9), local: "customer")
    }
  }

  /// The rest of an upgraded period of 4999.99; 50.352 % of it is another amount.
  @Test func `what a refund of a version before gave back is read from its event`() async throws {
    let queue = try DatabaseQueue(path: file.path)
    try DatabaseSchema.migrator.migrate(queue, upTo: "deleted transactions")
    try await queue.write { db in
      try db.execute(
        sql: """
          INSERT INTO account VALUES (1, 'alice');
          INSERT INTO customer VALUES (1, 1, 0);
          INSERT INTO "transaction" (id, customer, original_id, product_id, type, purchase_date,
            original_purchase_date, quantity, reason, price, storefront, storefront_id, currency,
            locale, group_id, web_order_line_item_id, expiration_date, revocation_date,
            revocation_reason, revocation_type, revocation_percentage, refunded, is_upgraded,
            is_finished)
          VALUES (1000000001, 1, 1000000001, 'plus', 'Auto-Renewable Subscription', 0, 0, 1,
            'PURCHASE', 4999990, 'USA', '143441', 'USD', 'en_US', 'navigation', '1', 9, 5, 0,
            'REFUND_PRORATED', 50352, 4999990, 1, 0);
          INSERT INTO event (epoch, customer, date, body)
          VALUES (1, 1, 5, '{"refunded":{"transactionID":"1000000001","amount":2517.53}}');
          """)
    }
    try queue.close()

    try SQLiteLedgerStore(file: file).close()

    let migrated = try DatabaseQueue(besideStore: file)
    #expect(
      try await migrated.read { try TransactionRow.fetchAll($0).map(\.value.refundAmount) }
        == [Decimal(milliunits: 2_517_530)])
  }

  @Test func `notifications of an earlier version are sent in each customer's order`()
    async throws
  {
    let queue = try DatabaseQueue(path: file.path)
    try DatabaseSchema.migrator.migrate(queue, upTo: "rule notifications")
    try await queue.write { db in
      try db.execute(
        sql: """
          INSERT INTO notification (uuid, type, date, customer, details, signed_payload, attempts,
            is_delivered, next_attempt_date) VALUES
            ('00000000-0000-0000-0000-000000000001', 'REFUND', 1, 1, '{}', 'a.b.c', 1, 1, NULL),
            ('00000000-0000-0000-0000-000000000002', 'REFUND', 2, 1, '{}', NULL, 0, 0, 2),
            ('00000000-0000-0000-0000-000000000003', 'REFUND', 3, 1, '{}', NULL, 0, 0, 3),
            ('00000000-0000-0000-0000-000000000004', 'REFUND', 4, 2, '{}', NULL, 0, 0, 4),
            ('00000000-0000-0000-0000-000000000005', 'TEST', 5, NULL, '{}', NULL, 0, 0, 5),
            ('00000000-0000-0000-0000-000000000006', 'TEST', 6, NULL, '{}', NULL, 0, 0, 6);
          INSERT INTO notification_attempt VALUES (1, 1, 1, 'SUCCESS');
          """)
    }
    try queue.close()

    try SQLiteLedgerStore(file: file).close()

    let migrated = try DatabaseQueue(besideStore: file)
    let (dated, attempts) = try await migrated.read { db in
      (
        try Int.fetchAll(
          db, sql: "SELECT number FROM notification WHERE next_attempt_date = date ORDER BY 1"),
        try Int.fetchAll(db, sql: "SELECT notification FROM notification_attempt")
      )
    }
    #expect(dated == [2, 4, 5, 6])
    #expect(attempts == [1])
  }

  private func takeFirstStep(_ change: (Database) throws -> Void) throws {
    let queue = try DatabaseQueue(path: file.path)
    try DatabaseSchema.migrator.migrate(queue, upTo: "first")
    try queue.writeWithoutTransaction(change)
    try queue.close()
  }

  private func makeStore(with account: String) throws {
    let store = try SQLiteLedgerStore(file: file)
    try store.database.write { db in
      try db.execute(sql: "INSERT INTO account (name) VALUES (?)", arguments: [account])
    }
    store.close()
  }

  private func accounts(in file: URL) throws -> [String] {
    try DatabaseQueue(besideStore: file).read { db in
      try String.fetchAll(db, sql: "SELECT name FROM account ORDER BY name")
    }
  }

  /// The application ID, and the statements that made the tables and indexes.
  private func schema(of file: URL) throws -> [String] {
    try DatabaseQueue(besideStore: file).read { db in
      let id = try Int.fetchOne(db, sql: "PRAGMA application_id")
      let sql = "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name"
      return ["application ID \(id ?? 0)"] + (try String.fetchAll(db, sql: sql))
    }
  }

  private func exists(_ file: URL) -> Bool { FileManager.default.fileExists(atPath: file.path) }
}

extension DatabaseSchema.Migration {
  /// A step that a later version could have.
  fileprivate static let garage = Self(name: "garage", sql: "CREATE TABLE garage (name TEXT)")
  fileprivate static let broken = Self(name: "broken", sql: "CREATE INDEX road ON nowhere (name)")
}

extension DatabaseMigrator {
  fileprivate static func taking(_ later: DatabaseSchema.Migration...) -> DatabaseMigrator {
    DatabaseSchema.migrator(DatabaseSchema.migrations + later)
  }
}
