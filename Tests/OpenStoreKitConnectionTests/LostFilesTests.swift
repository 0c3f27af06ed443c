import Foundation
import PrivateFiles
import StoreAPI
import StoreClient
import StoreEngine
import StoreHTTPClient
import StoreSQLite
import TestSupport
import Testing

@testable import OpenStoreKitConnection

/// A data folder with missing files, and one whose creation was interrupted by a crash.
@Suite(.hangLimit) struct LostFilesTests {
  private let temporary: TemporaryFolder
  private let settings: CustomerStoreSettings
  private var folder: DataFolder { settings.folder }

  init() throws {
    temporary = try TemporaryFolder()
    let data = DataFolder(url: temporary.url.appending(path: "data", directoryHint: .isDirectory))
    var settings = CustomerStoreSettings(folder: data)
    let catalogue = URL(filePath: #filePath).appending(path: "../../Catalogues/journal.storekit")
    settings.catalogue = catalogue.standardized.path
    self.settings = settings
  }

  @Test(arguments: [true, false])
  func `a database that is gone beside its certificates is refused, and no new one is made`(
    isEmpty: Bool
  ) async throws {
    _ = try await open()
    try loseDatabase(leavingEmptyFile: isEmpty)
    let before = try contents()

    try await expectRefusal()

    #expect(try contents() == before)
  }

  @Test(arguments: ["authority", "stores"])
  func `each of authority and stores alone shows that there was a store`(
    other: String
  ) async throws {
    _ = try await open()
    _ = try await LocalStore.open(settings) { throw CancellationError() }.client.device(.usual)
    try loseDatabase(leavingEmptyFile: false)
    try FileManager.default.removeItem(at: folder.url.appending(path: other))

    try await expectRefusal()

    #expect(!exists(other))
    #expect(!exists("store.sqlite"))
  }

  @Test func `a machine that was the client of remote stores only makes its own store`()
    async throws
  {
    try PrivateFile.makeFolder(folder.client(of: "::1-8080", by: "http"))

    _ = try await open()

    #expect(exists("store.sqlite"))
  }

  @Test func `a store without its certificates is refused, and no new ones are made`()
    async throws
  {
    _ = try await open()
    try FileManager.default.removeItem(at: folder.authority)

    await #expect(throws: AuthorityError.missing(folder.authority)) { try await open() }

    #expect(!exists("authority"))
    #expect(!exists("authority.new"))
  }

  @Test(arguments: Interrupted.allCases)
  func `a store whose making was interrupted is made by the next start`(
    interrupted: Interrupted
  ) async throws {
    let root = try await interrupted.leave(settings)
    #expect(exists("store.new"))

    let store = try await open()

    #expect(try await store.engine.catalogue().products.isEmpty == false)
    #expect(try contents().filter { $0.hasPrefix("store.new") } == [])
    #expect(exists("stores/local/Products.json"))
    if let root { #expect(try AuthorityFolder(url: folder.authority).open().rootHash == root) }
    _ = try await open()
  }

  @Test(arguments: [Interrupted.before, .beforeDatabase, .inDraft, .withTables])
  func `an unfinished store cannot be backed up`(interrupted: Interrupted) async throws {
    _ = try await interrupted.leave(settings)

    #expect(throws: CustomerStoreError.missing(folder)) {
      try folder.backUp(to: temporary.url.appending(path: "backup"))
    }
    #expect(throws: CustomerStoreError.missing(folder)) { try folder.checkStore() }
  }

  @Test func `a store that is made anew from another file is shown as that file says`() async throws
  {
    _ = try await Interrupted.withPresentation.leave(settings)
    var unnamed = settings
    let other = try CatalogueFile(path: unnamed.catalogue ?? "")
    unnamed.catalogue = nil

    _ = try await LocalStore.open(unnamed) { other }

    #expect(!exists("stores/local/Products.json"))
  }

  @Test func `a folder whose restore has not finished is refused, and stays as it is`() async throws
  {
    try PrivateFile.makeFolder(folder.url)
    try PrivateFile.make(folder.url.appending(path: "store.sqlite.draft"))
    var remote = settings
    remote.address = try StoreAddress("http://127.0.0.1:1")
    let address = remote

    await #expect(throws: CustomerStoreError.halfRestored(folder)) { try await open() }
    await #expect(throws: CustomerStoreError.halfRestored(folder)) {
      try await CustomerStore.open(address)
    }
    #expect(throws: CustomerStoreError.halfRestored(folder)) { try folder.checkStore() }
    #expect(throws: CustomerStoreError.halfRestored(folder)) {
      try folder.backUp(to: temporary.url.appending(path: "backup"))
    }

    #expect(try contents() == ["store.sqlite.draft"])
    #expect(
      ConnectionError(CustomerStoreError.halfRestored(folder)).description.contains(
        "run skdemo store restore FILE --into"))
  }

  @Test func `a store with a copy from before a migration is not made again`()
    async throws
  {
    try PrivateFile.makeFolder(folder.url)
    try PrivateFile.make(folder.url.appending(path: "store.sqlite.before-migration"))

    await #expect {
      try await open()
    } throws: {
      "\($0)".contains("replace store.sqlite with it")
    }

    #expect(!exists("authority") && !exists("store.new"))
  }

  @Test func `a store that could not be made for want of a catalogue is made later`() async throws {
    var unnamed = settings
    unnamed.catalogue = nil
    let (folder, none) = (folder, unnamed)
    await #expect(throws: CancellationError.self) {
      try await LocalStore.open(none) { throw CancellationError() }
    }
    #expect(!folder.hasStore)
    #expect(!exists("store.new") && !exists("authority"))

    _ = try await open()

    #expect(!exists("store.new"))
  }

  @Test func `processes that open a new folder at once make one store`() async throws {
    let settings = settings
    let roots = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 1...6 {
        group.addTask {
          try await LocalStore.open(settings) { throw CancellationError() }.engine.time().epoch
        }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }

    #expect(roots.count == 1)
    #expect(!exists("store.new") && !exists("store.new.lock"))
  }

  @Test func `without a catalogue a store that is gone is named, not one that never was`()
    async throws
  {
    _ = try await open()
    try loseDatabase(leavingEmptyFile: false)
    var unnamed = settings
    unnamed.catalogue = nil
    let none = unnamed

    await #expect {
      try await CustomerStore.open(none)
    } throws: {
      "\($0)".contains("store.sqlite is missing or does not hold a store")
    }
  }

  @discardableResult
  private func open() async throws -> LocalStore {
    try await LocalStore.open(settings) { throw CancellationError() }
  }

  private func expectRefusal(
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let error = await #expect(throws: CustomerStoreError.self, sourceLocation: sourceLocation) {
      try await open()
    }
    guard case .unavailable(let cause, in: folder) = error else {
      Issue.record("\(String(describing: error))", sourceLocation: sourceLocation)
      return
    }
    for words in ["is missing or does not hold a store", "skdemo store restore FILE --into DIR"] {
      #expect(cause.description.contains(words), sourceLocation: sourceLocation)
    }
  }

  private func loseDatabase(leavingEmptyFile isEmpty: Bool) throws {
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(
        atPath: folder.database.path(percentEncoded: false) + suffix)
    }
    if isEmpty { try PrivateFile.make(folder.database) }
  }

  private func contents() throws -> Set<String> {
    Set(try FileManager.default.subpathsOfDirectory(atPath: folder.url.path))
  }

  private func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.url.appending(path: path).path)
  }
}

/// Where a crash ends the making of a store.
enum Interrupted: CaseIterable, Sendable {
  case before, withPresentation, inCertificates, withHalfOfCertificates, beforeDatabase
  case withEmptyDatabase, withTables, inDraft, atTheEnd

  /// Leaves what a crash leaves.
  ///
  /// - Returns: The hash of the root, if the store has one by then.
  func leave(_ settings: CustomerStoreSettings) async throws -> Data? {
    let folder = settings.folder
    try PrivateFile.makeFolder(folder.url)
    if self == .atTheEnd { _ = try await LocalStore.open(settings) { throw CancellationError() } }
    try PrivateFile.write(Data(), to: folder.url.appending(path: "store.new"))
    guard self != .before else { return nil }
    if self != .atTheEnd {
      try LocalStore.keepPresentation(CatalogueFile(path: settings.catalogue ?? ""), in: folder)
    }
    if self == .inCertificates {
      try PrivateFile.makeFolder(folder.url.appending(path: "authority.new"))
    }
    if self == .withHalfOfCertificates {
      _ = try AuthorityFolder(url: folder.authority).open()
      try FileManager.default.removeItem(at: folder.authority.appending(path: "leaf.key.pem"))
    }
    if self == .inDraft {
      try Data("half".utf8).write(to: folder.url.appending(path: "store.new"))
      try Data("half".utf8).write(to: folder.url.appending(path: "store.new-journal"))
    }
    guard [.beforeDatabase, .withEmptyDatabase, .withTables, .atTheEnd].contains(self) else {
      return nil
    }
    if self == .withEmptyDatabase { try PrivateFile.make(folder.database) }
    // As earlier versions made it: under its final name, before its settings.
    if self == .withTables { try SQLiteLedgerStore(file: folder.database).close() }
    return try AuthorityFolder(url: folder.authority).open().rootHash
  }
}
