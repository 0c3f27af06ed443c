import AppStorePayloads
import Foundation
import GRDB
import PrivateFiles
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import TestSupport
import Testing

@testable import StoreSQLite

/// A store is copied to one file, and a file becomes a store of its own.
@Suite(.hangLimit) struct BackupTests {
  private static let fuel = "consumable.fuel.octane87"
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var restoredFolder: URL { folder.url.appending(path: "restored") }

  private func place(_ folder: URL? = nil) -> RestoredStore {
    let folder = folder ?? restoredFolder
    return RestoredStore(
      folder: folder, database: folder.appending(path: "store.sqlite"),
      authority: folder.appending(path: "authority"))
  }

  private func restore(_ backup: URL, to place: RestoredStore? = nil) throws {
    var generator = SystemRandomNumberGenerator()
    _ = try StoreBackup(file: backup).restore(to: place ?? self.place(), using: &generator)
  }

  /// A store with two devices, a car, a plan and unfinished fuel.
  private func shop() async throws -> StoreFixture {
    let shop = try await StoreFixture.make()
    let (alpha, _) = try await shop.device("alpha")
    _ = try await shop.device("beta")
    for product in ["nonconsumable.car", "subscription.standard", Self.fuel] {
      try await alpha.buy(product)
    }
    return shop
  }

  /// A backup of that store, in the folder of this test.
  private func backup() async throws -> URL {
    let shop = try await shop()
    let file = folder.url.appending(path: "backup")
    try FileManager.default.moveItem(at: shop.backUp(), to: file)
    return file
  }

  private func names(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test func `a backup is one file that only its owner reads, and says what it holds`()
    async throws
  {
    let shop = try await shop()
    for _ in 1...2 { _ = try await shop.engine.perform(.createAPIKey) }
    try await DatabaseQueue(besideStore: shop.folder.appending(path: "store.sqlite")).write {
      try $0.execute(sql: "UPDATE api_key SET revocation_date = 1 WHERE number = 1")
    }
    let file = folder.url.appending(path: "backup")

    let contents = try StoreBackup(file: file).make(
      of: shop.folder.appending(path: "store.sqlite"),
      files: [BackupFile(path: "operator.key", data: Data("key".utf8))])

    let settings = try await SQLiteLedgerStore(file: shop.folder.appending(path: "store.sqlite"))
      .settings()
    let sequence = try await shop.device("gamma").backend.purchases().value.sequence
    #expect(
      contents
        == BackupContents(
          accounts: 1, devices: 2, transactions: 3, subscriptions: 1, offerKeys: 0,
          apiKeys: 1, lastEvent: sequence, now: try #require(settings).lastNow))
    #expect(try names(in: folder.url) == ["backup"])
    #expect(PrivateFile.permissions(of: file) == 0o600)
  }

  @Test(arguments: ["file", "folder", "link"])
  func `a backup replaces nothing`(kind: String) async throws {
    let shop = try await shop()
    let file = folder.url.appending(path: "backup")
    switch kind {
    case "file": try Data("mine".utf8).write(to: file)
    case "folder": try PrivateFile.makeFolder(file)
    default: try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: "x")
    }

    let error = #expect(throws: BackupError.self) {
      try StoreBackup(file: file).make(
        of: shop.folder.appending(path: "store.sqlite"), files: [])
    }

    #expect(error == .exists(file))
    #expect(try names(in: folder.url) == ["backup"], "and leaves nothing")
    if kind == "file" { #expect(try Data(contentsOf: file) == Data("mine".utf8)) }
  }

  @Test func `a file beside the backup is left as it is, and only the owner reads the backup`()
    async throws
  {
    let shop = try await shop()
    let file = folder.url.appending(path: "backup")
    let other = file.appendingPathExtension("draft")
    try Data("mine".utf8).write(to: other)

    _ = try StoreBackup(file: file).make(
      of: shop.folder.appending(path: "store.sqlite"), files: [])

    #expect(try names(in: folder.url).sorted() == ["backup", "backup.draft"])
    #expect(try Data(contentsOf: other) == Data("mine".utf8))
    #expect(PrivateFile.permissions(of: file) == 0o600)
  }

  @Test func `a restored store holds what was copied, in a folder that only its owner reads`()
    async throws
  {
    let shop = try await shop()
    let before = try SQLiteLedgerStore(file: shop.folder.appending(path: "store.sqlite"))

    try restore(try shop.backUp())

    #expect(PrivateFile.permissions(of: restoredFolder) == 0o700)
    #expect(try names(in: restoredFolder) == ["authority", "store.sqlite"])
    for path in ["store.sqlite", "authority/root.der", "authority/leaf.key.pem"] {
      let file = restoredFolder.appending(path: path)
      #expect(PrivateFile.permissions(of: file) == 0o600, "\(path)")
    }
    let restored = try SQLiteLedgerStore(file: place().database)
    let (old, new) = try await (#require(before.settings()), #require(restored.settings()))
    #expect(new.epoch != old.epoch)
    #expect(new.numbers.first >= TransactionNumbers.firstRestored)
    var unchanged = new
    (unchanged.epoch, unchanged.numbers) = (old.epoch, old.numbers)
    #expect(unchanged == old)
    func contents(_ store: SQLiteLedgerStore) async throws -> [Substring] {
      // The first line has the epoch.
      try await store.contents().split(separator: "\n").dropFirst().map { $0 }
    }
    #expect(try await contents(restored) == contents(before))
    let tables = try await restored.database.read { try $0.tableExists("backup_file") }
    #expect(!tables)
  }

  @Test func `an empty folder can be the restored store's, and is closed to others`() async throws {
    let backup = try await backup()
    try FileManager.default.createDirectory(
      at: restoredFolder, withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o755])

    try restore(backup)

    #expect(PrivateFile.permissions(of: restoredFolder) == 0o700)
  }

  @Test func `no transaction ID comes twice, in the store that goes on and in two restored ones`()
    async throws
  {
    let shop = try await shop()
    let backup = try shop.backUp()
    let shops = [
      shop, try await shop.restored(from: backup), try await shop.restored(from: backup),
    ]
    let held = try await shop.engine.transactions(account: nil).value.map(\.id)

    var bought: [TransactionID] = []
    var lineItems: [String] = []
    for shop in shops {
      let (device, _) = try await shop.device("delta")
      for product in [Self.fuel, "nonconsumable.racecar", "subscription.pro", Self.fuel] {
        let payload = try await device.buy(product).transaction()
        bought.append(payload.transactionId)
        lineItems += payload.webOrderLineItemId.map { [$0] } ?? []
      }
      try await shop.advance("P1M")
      let all = try await shop.engine.transactions(account: nil).value
      #expect(Set(all.map(\.id)).isSuperset(of: held))
      #expect(Set(all.map(\.id)).count == all.count)
      let latest = all.filter { !held.contains($0.id) }
      #expect(latest.count > 4, "renewals too")
      #expect(latest.allSatisfy { $0.id > held[0] && $0.id > held[2] })
      bought += latest.map(\.id).filter { !bought.contains($0) }
    }
    #expect(Set(bought).count == bought.count)
    #expect(Set(lineItems).count == 3)
    #expect(Set(lineItems).isDisjoint(with: bought.map(\.description)))
  }

  @Test func `a restored store is reset, backed up and restored in its turn`() async throws {
    var shop = try await shop()
    var epochs: [Int] = []
    var given: [TransactionID] = []
    for _ in 1...5 {
      shop = try await shop.restored(from: shop.backUp())
      epochs.append(try await shop.engine.clock().epoch)
      epochs.append(try await shop.engine.reset().epoch)
      let (device, _) = try await shop.device(UUID().uuidString)
      given.append(try await device.buy(Self.fuel).transaction().transactionId)
    }
    #expect(Set(epochs).count == 10)
    #expect(given == given.sorted() && Set(given).count == 5)
  }

  @Test func `a restored store that has sold nothing is backed up and restored in its turn`()
    async throws
  {
    var shop = try await shop()
    var given: [TransactionID] = []
    for _ in 1...8 {
      shop = try await shop.restored(from: shop.backUp())
      _ = try await shop.engine.reset()
      shop = try await shop.restored(from: shop.backUp())
    }
    for name in ["eve", "finn"] {
      let (device, _) = try await shop.device(name)
      given.append(try await device.buy(Self.fuel).transaction().transactionId)
    }
    #expect(given == given.sorted() && Set(given).count == 2)
  }

  @Test func `a store of the first version is backed up as it is, and restored as one of today`()
    async throws
  {
    let old = try StoreFile.ofFirstVersion()
    let signer = AuthorityFolder(url: folder.url.appending(path: "authority"))
    let hash = try signer.open().rootHash
    let queue = try DatabaseQueue(path: old.url.path)
    try await queue.write { db in
      try db.withoutRootTrigger {
        try db.execute(sql: "UPDATE store SET root_hash = ?", arguments: [hash])
      }
    }
    try queue.close()
    let before = try Data(contentsOf: old.url)
    let file = folder.url.appending(path: "backup")

    let contents = try StoreBackup(file: file).make(of: old.url, files: try files(in: signer.url))
    try restore(file)

    #expect(try Data(contentsOf: old.url) == before)
    let restored = try SQLiteLedgerStore(file: place().database)
    #expect(try await restored.accounts().count == contents.accounts)
  }

  private func files(in authority: URL) throws -> [BackupFile] {
    try names(in: authority).map { name in
      BackupFile(
        path: "authority/\(name)", data: try Data(contentsOf: authority.appending(path: name)))
    }
  }
}

// MARK: - What is refused

extension BackupTests {
  /// A file that is not a whole backup of this version, and what is said about it.
  struct Refused: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let sentence: String
    /// Changes a backup to that file.
    let change: @Sendable (URL) throws -> Void

    init(_ name: String, _ sentence: String, _ change: @escaping @Sendable (URL) throws -> Void) {
      (testDescription, self.sentence, self.change) = (name, sentence, change)
    }

    /// Executes statements on the backup.
    init(_ name: String, _ sentence: String, sql: String) {
      self.init(name, sentence) { file in
        let queue = try DatabaseQueue(path: file.path)
        try queue.writeWithoutTransaction { db in
          try db.execute(sql: "PRAGMA foreign_keys = OFF;" + sql)
        }
        try queue.close()
      }
    }
  }

  static let refused = [
    Refused("a missing file", "it is missing, or you may not read it") {
      try FileManager.default.removeItem(at: $0)
    },
    Refused("a text", "is not a backup: name a file made by skdemo store backup") {
      try Data(repeating: 65, count: 9_999).write(to: $0)
    },
    Refused("an empty file", "is not a backup") { try Data().write(to: $0) },
    Refused("another program's database", "is not a backup", sql: "PRAGMA application_id = 1"),
    Refused(
      "a store's database", "is a store's database, without its certificates",
      sql: "PRAGMA application_id = \(DatabaseSchema.applicationID)"),
    Refused("a backup without files", "is not a backup", sql: "DROP TABLE backup_file"),
    Refused(
      "a later version's", "was made by a later version of skdemo",
      sql: "INSERT INTO grdb_migrations VALUES ('later')"),
    Refused("half a backup", "is damaged") { file in
      let half = try Data(contentsOf: file)
      try half.prefix(half.count / 8192 * 4096).write(to: file)
    },
    Refused("a backup with a damaged page", "is damaged") { file in
      var data = try Data(contentsOf: file)
      let middle = data.count / 2
      data.replaceSubrange(middle..<middle + 8192, with: Data(repeating: 0xA5, count: 8192))
      try data.write(to: file)
    },
    Refused(
      "a backup that lacks rows", "is damaged (rows are missing)",
      sql: "DELETE FROM account"),
    Refused("a backup without a store", "is damaged", sql: "DELETE FROM store"),
    Refused(
      "a path that leads elsewhere", "it has an unexpected file '../key'",
      sql: "INSERT INTO backup_file VALUES ('../key', x'00')"),
    Refused(
      "a file of SQLite's", "it has an unexpected file 'store.sqlite-wal'",
      sql: "INSERT INTO backup_file VALUES ('store.sqlite-wal', x'00')"),
    Refused(
      "the file of a device", "it has an unexpected file 'stores/x/device.json'",
      sql: "INSERT INTO backup_file VALUES ('stores/x/device.json', x'00')"),
    Refused(
      "a file without a name", "its table 'backup_file' was not made by skdemo",
      sql: """
        CREATE TABLE other (path TEXT PRIMARY KEY, data BLOB);
        INSERT INTO other SELECT * FROM backup_file UNION ALL VALUES (NULL, x'00');
        DROP TABLE backup_file;
        ALTER TABLE other RENAME TO backup_file;
        """),
    Refused(
      "an absolute path", "it has an unexpected file '/tmp/key'",
      sql: "INSERT INTO backup_file VALUES ('/tmp/key', x'00')"),
    Refused(
      "a backup without its certificates", "authority",
      sql: "DELETE FROM backup_file WHERE path = 'authority/leaf.der'"),
    Refused("the certificates of another store", "its certificates are those of another store") {
      try giveAnotherRoot($0)
    },
    // The store's own settings are changed while it is restored.
    Refused(
      "a trigger that never ends", "its trigger 'again' was not made by skdemo",
      sql: """
        PRAGMA recursive_triggers = ON;
        CREATE TRIGGER again AFTER UPDATE ON store
        BEGIN UPDATE store SET last_now = last_now + 1; END;
        """),
    Refused(
      "a trigger with another's name",
      "its trigger 'store_keeps_its_root' was not made by skdemo",
      sql: """
        DROP TRIGGER store_keeps_its_root;
        CREATE TRIGGER store_keeps_its_root BEFORE UPDATE ON store BEGIN SELECT 1; END;
        """),
    Refused(
      "a backup that lacks a trigger", "its trigger 'event_is_never_changed' is missing",
      sql: "DROP TRIGGER event_is_never_changed"),
    Refused(
      "a view", "its view 'everything' was not made by skdemo",
      sql: "CREATE VIEW everything AS SELECT * FROM account"),
    Refused(
      "a view in place of the steps", "its view 'grdb_migrations' was not made by skdemo",
      sql: """
        DROP TABLE grdb_migrations;
        CREATE VIEW grdb_migrations AS
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT i AS identifier FROM n;
        """),
    Refused(
      "another table", "its table 'recipe' was not made by skdemo",
      sql: "CREATE TABLE recipe (name)"),
    Refused(
      "a virtual table", "its table 'words",
      sql: "CREATE VIRTUAL TABLE words USING fts5(word)"),
    Refused(
      "an index on an expression", "its index 'lower' was not made by skdemo",
      sql: "CREATE INDEX lower ON account (lower(name))"),
    Refused(
      "a table with another constraint", "its table 'offer_key' was not made by skdemo",
      sql: """
        DROP TABLE offer_key;
        CREATE TABLE offer_key (id TEXT PRIMARY KEY, public_key BLOB CHECK (abs(-1)), date INTEGER);
        """),
    Refused(
      "a generated column", "its table 'account' was not made by skdemo",
      sql: "ALTER TABLE account ADD COLUMN upper TEXT AS (upper(name))"),
    Refused("a pipe", "it is a pipe, not a file: name a file made by skdemo store backup") {
      file in
      try FileManager.default.removeItem(at: file)
      #expect(mkfifo(file.path, 0o600) == 0)
    },
    Refused("a folder", "it is a folder, not a file") { file in
      try FileManager.default.removeItem(at: file)
      try PrivateFile.makeFolder(file)
    },
  ]

  /// Changes a backup so that it is refused when its files have been written.
  private static func giveAnotherRoot(_ file: URL) throws {
    let queue = try DatabaseQueue(path: file.path)
    try queue.write { db in
      try db.withoutRootTrigger { try db.execute(sql: "UPDATE store SET root_hash = zeroblob(32)") }
    }
    try queue.close()
  }

  @Test(arguments: refused)
  func `what is not a whole backup is refused in a sentence, and nothing is made`(
    _ refused: Refused
  ) async throws {
    let file = try await backup()
    try refused.change(file)
    let bytes = readable(file)

    let error = #expect(throws: (any Error).self) { try restore(file) }

    let sentence = "\(try #require(error))"
    #expect(sentence.contains(refused.sentence), "\(sentence)")
    #expect(error is BackupError || error is AuthorityError)
    #expect(try names(in: folder.url).filter { $0 != "backup" } == [])
    #expect(readable(file) == bytes, "the file is as it was")
  }

  /// The bytes of a regular file.
  private func readable(_ file: URL) -> Data? { try? RegularFile.contents(of: file) }

  @Test func `a link to a backup is a backup`() async throws {
    let link = folder.url.appending(path: "link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: try await backup())

    try restore(link)

    #expect(try names(in: restoredFolder).contains("store.sqlite"))
  }

  @Test func `a store with somebody's trigger is not backed up`() async throws {
    let shop = try await shop()
    let database = shop.folder.appending(path: "store.sqlite")
    try await DatabaseQueue(besideStore: database).write { db in
      try db.execute(sql: "CREATE TRIGGER mine AFTER UPDATE ON store BEGIN SELECT 1; END")
    }

    let error = #expect(throws: StoreError.self) {
      try StoreBackup(file: folder.url.appending(path: "backup")).make(of: database, files: [])
    }

    #expect(
      error?.description.contains(
        "store.sqlite contains the trigger 'mine', which was not made by skdemo: remove it") == true
    )
    #expect(try names(in: folder.url) == [])
  }

  @Test func `a restore that fails leaves an empty folder empty, and as open as it was`()
    async throws
  {
    let backup = try await backup()
    try Self.giveAnotherRoot(backup)
    try FileManager.default.createDirectory(
      at: restoredFolder, withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o755])

    #expect(throws: BackupError.self) { try restore(backup) }

    #expect(try names(in: restoredFolder) == [])
    #expect(PrivateFile.permissions(of: restoredFolder) == 0o755)
  }

  @Test func `a restore that fails leaves none of the folders that it made`() async throws {
    let backup = try await backup()
    try Self.giveAnotherRoot(backup)

    #expect(throws: BackupError.self) {
      try restore(backup, to: place(folder.url.appending(path: "a/b/c")))
    }

    #expect(try names(in: folder.url) == ["backup"])
  }

  @Test func `a restore that was interrupted is done again, and what it left is replaced`()
    async throws
  {
    let backup = try await backup()
    try PrivateFile.makeFolder(place().authority)
    for name in ["store.sqlite.draft", "store.sqlite.draft-journal", "authority/leaf.key.pem"] {
      try Data("half".utf8).write(to: restoredFolder.appending(path: name))
    }
    #expect(place().isUnfinished)

    try restore(backup)

    #expect(!place().isUnfinished)
    #expect(try names(in: restoredFolder) == ["authority", "store.sqlite"])
  }

  @Test func `an interrupted restore stays one if the next one fails`() async throws {
    let backup = try await backup()
    try Self.giveAnotherRoot(backup)
    try PrivateFile.makeFolder(restoredFolder)
    try PrivateFile.make(restoredFolder.appending(path: "store.sqlite.draft"))

    #expect(throws: BackupError.self) { try restore(backup) }

    #expect(place().isUnfinished)
    #expect(try names(in: restoredFolder) == ["store.sqlite.draft"])
  }

  @Test(arguments: ["mine", "authority/mine", "stores/https/shop/account.json"])
  func `what somebody has put beside an interrupted restore is not removed`(
    name: String
  ) async throws {
    let backup = try await backup()
    let mine = restoredFolder.appending(path: name)
    try PrivateFile.makeFolder(mine.deletingLastPathComponent())
    try PrivateFile.make(restoredFolder.appending(path: "store.sqlite.draft"))
    try PrivateFile.make(mine)

    #expect(throws: BackupError.notEmpty(restoredFolder)) { try restore(backup) }

    #expect(PrivateFile.permissions(of: mine) != nil)
  }

  @Test func `while a process restores into a folder no other one does`() async throws {
    let backup = try await backup()
    try PrivateFile.makeFolder(restoredFolder)
    let lock = try #require(
      try FileLock.tryLock(restoredFolder.appending(path: "store.sqlite.draft"), .exclusive))

    #expect(throws: BackupError.restoring(restoredFolder)) { try restore(backup) }
    lock.release()

    try restore(backup)
  }

  @Test func `of two restores into one folder at once one wins, and the other is refused`() throws {
    let seen = try place().state()

    try place().filling { draft in
      #expect(throws: BackupError.restoring(restoredFolder)) {
        try place().filling(from: seen) { _ in }
      }
      try Data("store".utf8).write(to: draft)
    }

    #expect(throws: BackupError.notEmpty(restoredFolder)) {
      try place().filling(from: seen) { _ in }
    }
    #expect(try names(in: restoredFolder) == ["store.sqlite"])
    #expect(try Data(contentsOf: place().database) == Data("store".utf8))
  }

  @Test(arguments: ["mine", "store.new", "authority/mine"])
  func `what comes into the folder before a restore has its lock is not removed`(
    name: String
  ) async throws {
    let backup = try await backup()
    let seen = try place().state()
    let mine = restoredFolder.appending(path: name)
    try PrivateFile.makeFolder(mine.deletingLastPathComponent())
    try PrivateFile.make(mine)

    #expect(throws: BackupError.notEmpty(restoredFolder)) {
      try place().filling(from: seen) { _ in }
    }

    #expect(PrivateFile.permissions(of: mine) != nil)
    #expect(!place().isUnfinished)
    #expect(throws: BackupError.notEmpty(restoredFolder)) { try restore(backup) }
  }

  @Test(arguments: ["mine", "authority/mine"])
  func `what comes into the folder during a restore that fails is not removed`(
    name: String
  ) async throws {
    let mine = restoredFolder.appending(path: name)

    #expect(throws: CancellationError.self) {
      try place().filling { _ in
        try PrivateFile.makeFolder(mine.deletingLastPathComponent())
        try PrivateFile.make(mine)
        throw CancellationError()
      }
    }

    #expect(PrivateFile.permissions(of: mine) != nil)
    #expect(!place().isUnfinished)
  }

  @Test func `a restore that is killed before another one has its lock is done again, or stays`()
    async throws
  {
    let backup = try await backup()
    let seen = try place().state()
    try PrivateFile.makeFolder(place().authority)
    for name in ["store.sqlite.draft", "authority/leaf.key.pem"] {
      try Data("half".utf8).write(to: restoredFolder.appending(path: name))
    }

    #expect(throws: CancellationError.self) {
      try place().filling(from: seen) { _ in throw CancellationError() }
    }
    #expect(place().isUnfinished)
    try restore(backup)

    #expect(try names(in: restoredFolder) == ["authority", "store.sqlite"])
  }

  @Test func `the draft of a killed backup is removed from wherever it is`() async throws {
    let shop = try await shop()
    let elsewhere = try TemporaryFolder()
    let file = elsewhere.url.appending(path: "backup")
    do {
      let draft = try BackupDraft(of: file, storeIn: shop.folder)
      try Data("private key".utf8).write(to: draft.url)
      StoreBackup.removeAbandonedDrafts(ofStoreIn: shop.folder)
      #expect(try names(in: elsewhere.url).count == 1, "it is being written")
    }

    StoreBackup.removeAbandonedDrafts(ofStoreIn: shop.folder)

    #expect(try names(in: elsewhere.url) == [])
    #expect(try !names(in: shop.folder).contains { $0.hasPrefix("store.backup-") })
  }

  @Test func `a link that leads to no draft removes nothing`() throws {
    let mine = folder.url.appending(path: "mine")
    try PrivateFile.make(mine)
    let link = folder.url.appending(path: "store.backup-1")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: mine)

    StoreBackup.removeAbandonedDrafts(ofStoreIn: folder.url)

    #expect(try names(in: folder.url) == ["mine", "store.backup-1"])
  }

  @Test func `a folder with something in it is left as it is`() async throws {
    let backup = try await backup()
    try PrivateFile.makeFolder(restoredFolder)
    try Data("mine".utf8).write(to: restoredFolder.appending(path: ".hidden"))

    #expect(throws: BackupError.notEmpty(restoredFolder)) { try restore(backup) }
    #expect(try names(in: restoredFolder) == [".hidden"])
    #expect(throws: BackupError.notEmpty(backup)) {
      try restore(backup, to: place(backup))
    }
  }

  @Test func `a backup is not opened as a store`() async throws {
    let file = try StoreFile()
    try FileManager.default.moveItem(at: try await backup(), to: file.url)
    let bytes = try Data(contentsOf: file.url)

    file.expectRefusal(
      "store.sqlite is a backup: make a store from it with skdemo store restore FILE --into DIR")
    #expect(try Data(contentsOf: file.url) == bytes)
  }
}

extension Database {
  /// Changes what the trigger of a store's root protects.
  fileprivate func withoutRootTrigger(_ change: () throws -> Void) throws {
    let sql = try String.fetchOne(
      self, sql: "SELECT sql FROM sqlite_schema WHERE name = 'store_keeps_its_root'")
    try execute(sql: "DROP TRIGGER store_keeps_its_root")
    try change()
    try execute(sql: sql ?? "")
  }
}
