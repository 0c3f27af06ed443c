import Foundation
import GRDB
import PrivateFiles
import StoreAPI
import StoreEngine
import TestSupport
import Testing

@testable import StoreSQLite

/// A file at a store's place that is not a store stays as it is, byte for byte.
@Suite(.hangLimit) struct ForeignDatabaseTests {
  private let storeFile: StoreFile
  private var folder: URL { storeFile.folder.url }
  private var file: URL { storeFile.url }

  init() throws { storeFile = try StoreFile() }

  /// Statements that make another program's database, and whether that program has it open.
  private static let foreign: [(String, Bool)] = [
    ("CREATE TABLE recipe (name)", false),
    ("PRAGMA journal_mode = WAL; CREATE TABLE recipe (name)", false),
    ("PRAGMA journal_mode = WAL; CREATE TABLE recipe (name)", true),
    ("PRAGMA application_id = 7; PRAGMA journal_mode = WAL; CREATE TABLE recipe (name)", false),
    ("PRAGMA application_id = 7; PRAGMA journal_mode = WAL; CREATE TABLE recipe (name)", true),
  ]

  @Test(arguments: foreign.indices, [true, false])
  func `another program's database is refused, and nothing is written to it or beside it`(
    index: Int, creates: Bool
  ) throws {
    let (sql, isOpen) = Self.foreign[index]
    let other = try DatabaseQueue(path: file.path)
    try other.writeWithoutTransaction { try $0.execute(sql: sql) }
    if !isOpen { try other.close() }
    let before = try contents()

    let error = #expect(throws: StoreError.self) {
      try SQLiteLedgerStore(file: file, creates: creates)
    }

    #expect(error?.description.contains("is another program's database") == true)
    #expect(try contents() == before)
    if isOpen { try other.close() }
  }

  @Test func `a backup does not change another program's database either`() throws {
    let other = try DatabaseQueue(path: file.path)
    try other.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA journal_mode = WAL; CREATE TABLE recipe (name)")
    }
    try other.close()
    let before = try contents()
    let elsewhere = try TemporaryFolder()
    let copy = StoreBackup(file: elsewhere.url.appending(path: "backup"))

    let error = #expect(throws: StoreError.self) { try copy.make(of: file, files: []) }

    #expect(error?.description.contains("is another program's database") == true)
    #expect(try contents() == before)
  }

  @Test(arguments: [nil, Data()])
  func `a missing or empty file is not a store where there was one`(content: Data?) throws {
    try content?.write(to: file)
    let before = try contents()

    let error = #expect(throws: StoreError.self) {
      try SQLiteLedgerStore(file: file, creates: false)
    }

    #expect(error?.description.contains("is missing or does not hold a store") == true)
    #expect(try contents() == before)
  }

  @Test(arguments: [
    "PRAGMA journal_mode = WAL", "CREATE TABLE once (name); DROP TABLE once",
  ])
  func `a database without tables is not a store where there was one`(sql: String) throws {
    let other = try DatabaseQueue(path: file.path)
    try other.writeWithoutTransaction { try $0.execute(sql: sql) }
    try other.close()
    let bytes = try Data(contentsOf: file)

    let error = #expect(throws: StoreError.self) {
      try SQLiteLedgerStore(file: file, creates: false)
    }
    #expect(error?.description.contains("is missing or does not hold a store") == true)
    #expect(try Data(contentsOf: file) == bytes)
    #expect(throws: Never.self) { try SQLiteLedgerStore(file: file) }
  }

  @Test func `tables without a store's settings are not a store where there was one`() async throws
  {
    try SQLiteLedgerStore(file: file).close()
    #expect(throws: StoreError.self) { try SQLiteLedgerStore(file: file, creates: false) }

    let store = try await storeFile.makeStore()
    store.close()

    #expect(throws: Never.self) { try SQLiteLedgerStore(file: file, creates: false) }
  }

  @Test func `a new store is marked in its file, not only in its write-ahead log`() throws {
    let store = try SQLiteLedgerStore(file: file)

    let header = try Data(contentsOf: file).prefix(100)
    #expect(header[68..<72] == Data("SKDM".utf8))
    store.close()
  }

  @Test func `a store whose tables are in the write-ahead log alone is opened after a crash`()
    throws
  {
    let dead = try StoreFile()
    do {
      let database = try DatabaseQueue(path: file.path)
      try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
      try DatabaseSchema.migrator.migrate(database)
      for suffix in ["", "-wal"] {
        try FileManager.default.copyItem(
          atPath: file.path + suffix, toPath: dead.url.path + suffix)
      }
    }
    #expect(try Data(contentsOf: dead.url)[68..<72] == Data(count: 4))

    #expect(throws: Never.self) { try SQLiteLedgerStore(file: dead.url) }
  }

  @Test(arguments: [
    "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)",
    "PRAGMA application_id = \(DatabaseSchema.applicationID)",
    "CREATE TABLE once (name); DROP TABLE once",
  ])
  func `what an earlier version has begun in a store's place is known as unfinished`(
    sql: String
  ) throws {
    let queue = try DatabaseQueue(path: file.path)
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    try queue.close()

    #expect(try SQLiteLedgerStore.isUnfinished(file))
  }

  @Test func `a store is unfinished until it has its settings`() async throws {
    #expect(try SQLiteLedgerStore.isUnfinished(file), "it is missing")
    try SQLiteLedgerStore(file: file).close()
    #expect(try SQLiteLedgerStore.isUnfinished(file), "it has tables")

    let store = try await storeFile.makeStore()
    #expect(try !SQLiteLedgerStore.isUnfinished(file), "the settings are in its log")
    store.close()
    #expect(try !SQLiteLedgerStore.isUnfinished(file))
  }

  @Test(arguments: [0, 40, 80, 4096, 30_000])
  func `a part of a file that is not marked yet is unfinished`(size: Int) async throws {
    try await storeFile.makeStore().close()
    var part = try Data(contentsOf: file)
    part.replaceSubrange(68..<72, with: Data(count: 4))
    try part.prefix(size).write(to: file)

    #expect(try SQLiteLedgerStore.isUnfinished(file))
  }

  @Test(arguments: [80, 4096, 30_000])
  func `a part of a store's file is damaged, and never an unfinished store`(size: Int) async throws
  {
    try await storeFile.makeStore().close()
    try Data(contentsOf: file).prefix(size).write(to: file)

    let error = #expect(throws: StoreError.self) { try SQLiteLedgerStore.isUnfinished(file) }

    #expect(
      error?.description.contains("restore the store from a backup") == true,
      "\(String(describing: error))")
  }

  @Test(arguments: [
    "CREATE TABLE recipe (name)", "PRAGMA application_id = 7",
    "CREATE TABLE grdb_migrations (identifier TEXT); INSERT INTO grdb_migrations VALUES ('v1')",
    "CREATE TABLE grdb_migrations (identifier TEXT); CREATE TABLE recipe (name)",
  ])
  func `another program's database is never an unfinished store`(sql: String) throws {
    let queue = try DatabaseQueue(path: file.path)
    try queue.writeWithoutTransaction { try $0.execute(sql: sql + "; PRAGMA user_version = 1") }
    try queue.close()
    let before = try contents()

    let error = #expect(throws: StoreError.self) { try SQLiteLedgerStore.isUnfinished(file) }

    #expect(error?.description.contains("is another program's database") == true)
    #expect(try contents() == before)
  }

  @Test func `a text is never an unfinished store`() throws {
    try Data("my recipes".utf8).write(to: file)

    #expect(throws: StoreError.self) { try SQLiteLedgerStore.isUnfinished(file) }
  }

  @Test func `a pipe is not a store, and nothing waits for it`() throws {
    #expect(mkfifo(file.path, 0o600) == 0)

    let error = #expect(throws: StoreError.self) { try SQLiteLedgerStore(file: file) }

    #expect(error?.description.contains("it is a pipe, not a file") == true)
  }

  /// Every file of the folder with its bytes.
  private func contents() throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try Dictionary(
      uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: folder.appending(path: $0))) })
  }
}
