import Foundation
import GRDB
import PrivateFiles
import StoreAPI
import StoreEngine
import Synchronization
import TestSupport
import Testing

@testable import StoreSQLite

@Suite(.hangLimit) struct StoreFileTests {
  private let storeFile: StoreFile
  private var folder: URL { storeFile.folder.url }
  private var file: URL { storeFile.url }

  init() throws { storeFile = try StoreFile() }

  @Test(arguments: [SQLiteLedgerStore.Connections.one, .pool])
  func `a commit is on the disk before the call returns`(
    connections: SQLiteLedgerStore.Connections
  ) throws {
    let store = try SQLiteLedgerStore(file: file, connections: connections)

    let mode = try store.database.writeWithoutTransaction { db in
      try [
        String.fetchOne(db, sql: "PRAGMA journal_mode"),
        String.fetchOne(db, sql: "PRAGMA synchronous"),
        String.fetchOne(db, sql: "PRAGMA foreign_keys"),
      ]
    }
    #expect(mode == ["wal", "2", "1"])
  }

  @Test(arguments: [SQLiteLedgerStore.Connections.one, .pool])
  func `a read sees one moment, whatever another process commits meanwhile`(
    connections: SQLiteLedgerStore.Connections
  ) async throws {
    let store = try SQLiteLedgerStore(file: file, connections: connections)
    let other = try SQLiteLedgerStore(file: file)

    let counts = try await store.read { db in
      let before = try Int.fetchOne(db, sql: "SELECT count(*) FROM account")
      try other.database.write { try $0.execute(sql: "INSERT INTO account (name) VALUES ('ann')") }
      return [before, try Int.fetchOne(db, sql: "SELECT count(*) FROM account")]
    }

    #expect(counts == [0, 0])
    let after = try await store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM account") }
    #expect(after == 1)
  }

  @Test func `only the owner can read the files`() throws {
    let store = try SQLiteLedgerStore(file: file)
    try store.database.write { try $0.execute(sql: "INSERT INTO account (name) VALUES ('alice')") }

    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let path = folder.appending(path: name).path
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
    }
  }

  @Test(arguments: [200, 5000])
  func `a file that is not a database is refused and left unchanged`(size: Int) throws {
    let bytes = Data(repeating: 0x41, count: size)
    try bytes.write(to: file)

    storeFile.expectRefusal(
      "the store does not answer: store.sqlite is not a store's database: "
        + "restore the store from a backup with skdemo store restore FILE --into DIR, "
        + "or use another folder with --data DIR")
    #expect(try Data(contentsOf: file) == bytes)
  }

  @Test func `a damaged store is refused and left unchanged`() throws {
    let store = try SQLiteLedgerStore(file: file)
    try store.database.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    store.close()
    var bytes = try Data(contentsOf: file)
    bytes.replaceSubrange(4096..., with: Data(repeating: 0x41, count: bytes.count - 4096))
    try bytes.write(to: file)

    storeFile.expectRefusal("is damaged (database disk image is malformed): restore the store")
    #expect(try Data(contentsOf: file) == bytes)
  }

  @Test func `a store of a later version is refused`() throws {
    try SQLiteLedgerStore(file: file).database.write { db in
      try db.execute(sql: "INSERT INTO grdb_migrations VALUES ('later')")
    }

    storeFile.expectRefusal("was written by a later version")
  }

  @Test func `a file that cannot be created is named`() throws {
    let missing = folder.appending(path: "nowhere/store.sqlite")

    #expect(
      throws: StoreError.unavailable(
        reason: "opening store.sqlite.changed failed: No such file or directory")
    ) { try SQLiteLedgerStore(file: missing) }
  }

  @Test(arguments: errors)
  func `an error does not contain the store's path`(error: any Error) {
    let error = StorageError(path: file.path, cause: error).error

    #expect(!error.description.contains(folder.lastPathComponent), "\(error)")
    #expect(!error.description.contains("secret"), "\(error)")
    #expect(!error.description.contains("/"), "\(error)")
  }

  private static let errors: [any Error] =
    [
      ResultCode.SQLITE_BUSY, .SQLITE_NOTADB, .SQLITE_CORRUPT, .SQLITE_FULL, .SQLITE_READONLY,
      .SQLITE_IOERR, .SQLITE_ERROR,
    ].map { DatabaseError(resultCode: $0, message: "an error") } + [
      DamagedRowError(table: "event", column: "body"), NewerSchemaError(), ForeignDatabaseError(),
      UnreleasedSchemaError(), EmptyStoreError(URL(filePath: "/srv/secret/store.sqlite")),
      MigrationError(cause: DatabaseError(resultCode: .SQLITE_FULL), copy: nil),
      MigrationError(
        cause: DatabaseError(resultCode: .SQLITE_ERROR),
        copy: URL(filePath: "/srv/secret/store.sqlite.before-migration")),
      LeftoverCopyError(copy: URL(filePath: "/srv/secret/store.sqlite.before-migration")),
      CancellationError(),
      FileError(URL(filePath: "/srv/secret/store.sqlite.changed"), "opening", reason: "no"),
      CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: "/srv/secret/store.sqlite"]),
    ]

  @Test func `a failed migration names a copy only if there is one`() {
    let cause = DatabaseError(resultCode: .SQLITE_FULL)
    let copy = folder.appending(path: "store.sqlite.before-migration")
    func sentence(_ copy: URL?) -> String {
      StorageError(path: file.path, cause: MigrationError(cause: cause, copy: copy)).error
        .description
    }

    #expect(!sentence(nil).contains("before-migration"))
    #expect(sentence(copy).hasSuffix("Its earlier contents are in store.sqlite.before-migration"))
  }

  @Test func `a store that is missing names what is beside it and nothing else`() throws {
    func sentence() -> String {
      StorageError(path: file.path, cause: EmptyStoreError(file)).error.description
    }
    #expect(!sentence().contains("authority") && !sentence().contains("stores/local"))

    try PrivateFile.makeFolder(folder.appending(path: "stores/local"))
    #expect(sentence().contains("but stores/local beside it belongs to one"))
    #expect(!sentence().contains("authority"))

    try PrivateFile.makeFolder(folder.appending(path: "authority"))
    #expect(sentence().contains("but authority and stores/local beside it belong to one"))
  }

  @Test(arguments: [SQLiteLedgerStore.Connections.one, .pool])
  func `a store whose process died while it wrote without a log is opened as it was before`(
    connections: SQLiteLedgerStore.Connections
  ) async throws {
    try await storeFile.makeStore().close()
    let dead = try StoreFile()
    try leaveHotJournal(beside: dead.url)

    let store = try SQLiteLedgerStore(file: dead.url, connections: connections, creates: false)

    #expect(try await store.catalogueVersion(at: .distantFuture) == 1)
    #expect(try await store.accounts().count == 2)
  }

  @Test func `a store whose process died while it wrote without a log is backed up`() async throws {
    try await storeFile.makeStore().close()
    let dead = try StoreFile()
    try leaveHotJournal(beside: dead.url)

    let contents = try StoreBackup(file: folder.appending(path: "backup")).make(
      of: dead.url, files: [])

    #expect(contents.accounts == 2)
  }

  /// Copies the store while half of a transaction is in its file, and the original data is in its
  /// journal.
  private func leaveHotJournal(beside copy: URL) throws {
    let queue = try DatabaseQueue(besideStore: file)
    try queue.writeWithoutTransaction { db in
      try db.execute(
        sql: "PRAGMA journal_mode = DELETE; PRAGMA cache_size = 1; BEGIN IMMEDIATE")
      for version in 2...200 {
        try db.execute(
          sql: "INSERT INTO catalogue (version, valid_from, body) VALUES (?, 0, ?)",
          arguments: [version, "\"\(String(repeating: "x", count: 5000))\""])
      }
      for suffix in ["", "-journal"] {
        try FileManager.default.copyItem(atPath: file.path + suffix, toPath: copy.path + suffix)
      }
      try db.execute(sql: "ROLLBACK")
    }
  }

  @Test func `a path in a database error is removed`() {
    let error = DatabaseError(resultCode: .SQLITE_IOERR, message: "while reading \(file.path)")

    #expect(
      StorageError(path: file.path, cause: error).error
        == .unavailable(
          reason:
            "the disk of store.sqlite failed (while reading store.sqlite): check the disk, or restore "
            + "the store from a backup with skdemo store restore FILE --into DIR, or use another "
            + "folder with --data DIR"))
  }

  @Test func `two connections that create a store at once create one`() async throws {
    let file = file
    try await withThrowingTaskGroup(of: StoreSettings.self) { group in
      for bundleID in ["com.example.one", "com.example.two", "com.example.three"] {
        group.addTask {
          try await SQLiteLedgerStore(file: file)
            .create(.fixture(bundleID: bundleID), catalogue: .skdemo())
        }
      }
      let all = try await group.reduce(into: []) { $0.append($1.bundleID) }
      #expect(Set(all).count == 1)
    }
  }

  @Test func `a call that is cancelled after it was sent is carried out`() async throws {
    let store = try await storeFile.makeStore()
    let key = OrderKey(UUID())
    let (sent, send) = AsyncStream.makeStream(of: Void.self)
    let call = Mutex<Task<Int, any Error>?>(nil)
    let task = Task {
      for await _ in sent { break }
      return try await store.transact(.alice, needs: LedgerNeeds(order: key)) { ledger, _ in
        call.withLock { $0?.cancel() }
        var draft = LedgerDraft(ledger)
        draft.record(silent: [.orderClosed(key: key)], at: .fixture)
        return Decision(draft, at: .fixture, value: 1)
      }
    }
    call.withLock { $0 = task }
    send.yield()

    #expect(try await task.value == 1)
    #expect(try await store.events(of: .alice, after: 0, limit: 9).count == 1)
  }

  @Test func `a clock is not set before the last event`() async throws {
    let store = try await storeFile.makeStore()
    let yesterday = Date.fixture.addingTimeInterval(-86_400)

    _ = try await store.setClock(reaching: yesterday, frozen: nil, .fixture)

    let settings = try #require(try await store.settings())
    #expect(settings.clock == .frozen(at: .fixture))
    #expect(settings.lastNow == .fixture)
  }

  @Test func `a damaged row is named`() async throws {
    let store = try await storeFile.makeStore()
    try await store.database.write { db in
      try db.execute(sql: "INSERT INTO event VALUES (1, 1, 1, 0, NULL, '{}', NULL, NULL)")
    }

    await #expect(
      throws: StoreError.unavailable(
        reason: "store.sqlite is damaged: the table 'event' has a row with a damaged 'body'. "
          + "You can restore the store from a backup with skdemo store restore FILE --into DIR, or use "
          + "another folder with --data DIR")
    ) { try await store.events(of: .alice, after: 0, limit: 1) }
  }

  @Test func `a subscription that is due before its period ends is damaged`() async throws {
    let fixture = try await StoreFixture.make()
    try await fixture.device("alpha").backend.buy("subscription.pro")
    let queue = try DatabaseQueue(besideStore: fixture.folder.appending(path: "store.sqlite"))
    try await queue.write { try $0.execute(sql: "UPDATE subscription SET due_date = due_date - 1") }

    await #expect {
      try await fixture.advance("P1Y")
    } throws: { error in
      "\(error)".contains("the table 'subscription' has a row with a damaged 'due_date'")
    }
  }

  @Test func `an error of a rule is thrown and nothing is written`() async throws {
    let store = try await storeFile.makeStore()

    await #expect(throws: StoreError.unknownProduct(productID: "boat")) {
      try await store.transact(.alice, needs: LedgerNeeds()) {
        _, _ throws(StoreError) -> Decision<Int> in
        throw .unknownProduct(productID: "boat")
      }
    }
    #expect(try await store.events(of: .alice, after: 0, limit: 1).isEmpty)
  }

  @Test func `an unknown customer is refused`() async throws {
    let store = try await storeFile.makeStore()

    await #expect(throws: StoreError.unauthorized) {
      try await store.transact(CustomerNumber(rawValue: 3), needs: LedgerNeeds()) {
        ledger, _ in Decision(LedgerDraft(ledger), at: .fixture, value: 0)
      }
    }
  }
}
