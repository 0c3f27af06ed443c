import AppStorePayloads
import Foundation
import OpenStoreKit
import PrivateFiles
import StoreClient
import StoreEngine
import StoreSQLite
import TestSupport
import Testing

@testable import OpenStoreKitConnection

/// The store of this machine, as a program of one's own opens it.
@Suite struct LocalConnectionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var settings: CustomerStoreSettings {
    CustomerStoreSettings(folder: DataFolder(url: folder.url.appending(path: "data")))
  }

  /// The journal's catalogue, with another ID for its yearly plan.
  private static func catalogue(yearly id: String = "daybook.yearly") throws -> String {
    let file = URL(filePath: #filePath).appending(path: "../../Catalogues/journal.storekit")
    return try String(contentsOf: file.standardized, encoding: .utf8)
      .replacing("daybook.yearly", with: id)
  }

  private func write(_ catalogue: String) throws -> String {
    let file = folder.url.appending(path: "Shop.storekit")
    try Data(catalogue.utf8).write(to: file)
    return file.path(percentEncoded: false)
  }

  @Test func `without a store and a catalogue nothing is made`() async throws {
    await #expect(throws: CustomerStoreError.missing(settings.folder)) {
      try await CustomerStore.open(settings)
    }
    #expect(!FileManager.default.fileExists(atPath: settings.folder.url.path))
    let error = ConnectionError(CustomerStoreError.missing(settings.folder))
    #expect(error.description.contains("SKDEMO_CATALOG"))
  }

  @Test func `a pipe is not a catalogue, and nothing waits for it`() async throws {
    var settings = settings
    let pipe = folder.url.appending(path: "Shop.storekit").path
    #expect(mkfifo(pipe, 0o600) == 0)
    settings.catalogue = pipe

    let named = settings
    await #expect(throws: CustomerStoreError.catalogueUnreadable(path: pipe)) {
      try await CustomerStore.open(named)
    }
  }

  @Test func `a program's changed file is sold from its next start on`() async throws {
    var settings = settings
    settings.importsCatalogue = true
    settings.catalogue = try write(Self.catalogue())
    #expect(try await sold(settings) == ["daybook.monthly", "daybook.yearly"])

    let changed = try Self.catalogue(yearly: "daybook.annual")
    settings.catalogue = try write(changed)

    #expect(try await sold(settings) == ["daybook.annual", "daybook.monthly"])
    #expect(try await sold(settings) == ["daybook.annual", "daybook.monthly"])
    #expect(try String(contentsOf: settings.folder.presentation, encoding: .utf8) == changed)
  }

  @Test func `a store that could not be opened is free for others`() async throws {
    let settings = settings
    await #expect(throws: CancellationError.self) {
      try await LocalStore.open(settings) { throw CancellationError() }
    }

    #expect(
      try FileLock.tryLock(settings.folder.url.appending(path: "store.lock"), .exclusive) != nil)
  }

  @Test func `a first start blocks no thread while another process makes the store`() async throws {
    var settings = settings
    settings.catalogue = try write(Self.catalogue())
    try PrivateFile.makeFolder(settings.folder.url)
    let lock = SQLiteLedgerStore.lock(of: settings.folder.database)

    try await expectFreeThread(whileHeld: lock) { [settings] in
      _ = try await LocalStore.open(settings) { throw CancellationError() }
    }
  }

  @Test(arguments: [false, true])
  func `a store whose operator key cannot be read is not backed up without it`(
    isPipe: Bool
  ) async throws {
    var settings = settings
    settings.catalogue = try write(Self.catalogue())
    _ = try await CustomerStore.open(settings)
    let key = settings.folder.url.appending(path: "operator.key")
    #expect((isPipe ? mkfifo(key.path, 0o600) : mkdir(key.path, 0o700)) == 0)
    let backup = folder.url.appending(path: "backup")

    let unreadable = BackupError.failed(
      key, doing: "reading", reason: "it is not a regular file")
    #expect(throws: unreadable) { try settings.folder.backUp(to: backup) }
    #expect(!FileManager.default.fileExists(atPath: backup.path))
  }

  @Test func `in a process that a test has connected an app connects to nothing else`()
    async throws
  {
    var settings = settings
    settings.catalogue = try write(Self.catalogue())
    let source = try await CustomerStore.open(settings)
    let device = try await source.client.device(.usual)
    let session = try await StoreSession(
      source.backend(for: device), sheets: ChangeableSheets(.decline), device: device)

    try await StoreSession.$current.withValue(session) { try await AppStore.connect() }
  }

  @Test(arguments: [nil, StoreEnvironment.production])
  func `the signed data of a store names the environment that it was made in`(
    environment: StoreEnvironment?
  ) async throws {
    var settings = settings
    settings.catalogue = try write(Self.catalogue())
    settings.environment = environment
    let name = AppStore.Environment(rawValue: (environment ?? .sandbox).rawValue)
    let request = ConnectionRequest(store: settings, account: nil, password: nil, device: .usual)
    let session = try await request.session(ChangeableSheets(.accept))
    let receipt = session.receiptURL.path(percentEncoded: false)
    #expect(FileManager.default.fileExists(atPath: receipt) == (environment == .production))

    try await StoreSession.$current.withValue(session) {
      let plan = try #require(try await Product.products(for: ["daybook.monthly"]).first)
      guard case .success(.verified(let bought)) = try await plan.purchase() else {
        throw FixtureError(text: "nothing verified was bought")
      }
      #expect(bought.environment == name)
      let status = try #require(await bought.subscriptionStatus)
      #expect(try status.renewalInfo.payloadValue.environment == name)
      #expect(try await AppTransaction.shared.payloadValue.environment == name)
    }
  }

  @Test func `a store of production is opened in its environment or in any, but not as a sandbox`()
    async throws
  {
    var settings = settings
    settings.catalogue = try write(Self.catalogue())
    settings.environment = .production
    _ = try await CustomerStore.open(settings)
    _ = try await CustomerStore.open(settings)
    settings.environment = nil
    _ = try await CustomerStore.open(settings)

    settings.environment = .sandbox
    let sandbox = settings
    await #expect(throws: StoreOpeningError.differentEnvironment(.production)) {
      try await CustomerStore.open(sandbox)
    }
  }

  @Test func `a store that the environment names is not changed by a file`() async throws {
    var settings = settings
    settings.catalogue = try write(Self.catalogue())
    #expect(try await sold(settings) == ["daybook.monthly", "daybook.yearly"])

    settings.catalogue = try write(Self.catalogue(yearly: "daybook.annual"))

    let changed = settings
    await #expect(throws: StoreOpeningError.differentCatalogue) {
      try await CustomerStore.open(changed)
    }
  }

  @Test func `an account of its own leaves the usual customer signed in`() async throws {
    var settings = settings
    settings.catalogue = try write(Self.catalogue())
    let usual = try await CustomerStore.open(settings).client.device(.usual)
    settings.localAccount = "bob"

    let bob = try await CustomerStore.open(settings).client.device(.usual)
    settings.localAccount = nil
    let again = try await CustomerStore.open(settings).client.device(.usual)

    settings.localAccount = "customer"
    #expect(try await CustomerStore.open(settings).client.device(.usual).token == usual.token)
    #expect(bob.account == "bob")
    #expect(usual.account == "customer")
    #expect(again.token == usual.token)
  }

  private func sold(_ settings: CustomerStoreSettings) async throws -> [String] {
    guard case .local(let store) = try await CustomerStore.open(settings) else { return [] }
    return try await store.engine.catalogue().products.filter(\.isForSale).map(\.id).sorted()
  }
}
