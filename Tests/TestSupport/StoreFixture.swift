package import AppStorePayloads
package import Foundation
import PrivateFiles
package import StoreAPI
package import StoreEngine
import StoreOperatorAPI
package import StoreSQLite

/// A real store in a folder of its own: SQLite, certificates, a frozen clock, and identifiers that
/// are the same in every run.
///
/// The folder is removed when the fixture is released.
package final class StoreFixture: Sendable {
  package let engine: StoreEngine
  private let temporaryFolder: TemporaryFolder
  /// Signs the account `alice` in.
  package let signIn: SignIn

  private init(engine: StoreEngine, folder: TemporaryFolder, signIn: SignIn) {
    self.engine = engine
    temporaryFolder = folder
    self.signIn = signIn
  }

  /// The folder with `store.sqlite` and `authority`.
  package var folder: URL { temporaryFolder.url }

  /// A new store that sells `catalogue` and whose clock is frozen at `now`.
  package static func make(
    catalogue: Catalogue? = nil, now: Date = .fixture, account: String = "alice",
    environment: StoreEnvironment = .sandbox
  ) async throws -> StoreFixture {
    let folder = try TemporaryFolder()
    try EmptyStore.copy(to: folder.url.appending(path: "store.sqlite"))
    let engine = try await open(
      folder: folder.url, catalogue: catalogue ?? .skdemo(), clock: .frozen(at: now),
      environment: environment)
    let signIn = try await engine.signIn(local: account).value
    return StoreFixture(engine: engine, folder: folder, signIn: signIn)
  }

  /// Opens another engine on the same files, as another process would; `double` can wrap the
  /// ledgers.
  package func another(
    wallClock: @escaping @Sendable () -> Date = { .fixture },
    clockBound: TimeInterval? = 45 * 86_400,
    sleep: @escaping StoreEngine.Sleep = unmeasuredPause,
    scryptParameters: ScryptParameters = .trifling, keyDerivation: KeyDerivation = .scrypt,
    limits: SignInLimits = .standard,
    over double: (SQLiteLedgerStore) -> any LedgerStore = { $0 }
  ) async throws -> StoreEngine {
    try await Self.open(
      folder: folder, catalogue: .skdemo(), clock: .frozen(at: .fixture), wallClock: wallClock,
      clockBound: clockBound, sleep: sleep, scryptParameters: scryptParameters,
      keyDerivation: keyDerivation, limits: limits, over: double)
  }

  /// The same store, which sends its notifications with this transport.
  package func sending(by transport: any NotificationTransport) -> StoreFixture {
    StoreFixture(
      engine: engine.sendingNotifications(by: transport), folder: temporaryFolder, signIn: signIn)
  }

  /// Copies the store to a file of its folder, as `skdemo store backup` does.
  package func backUp() throws -> URL {
    let file = folder.appending(path: "backup-\(UUID())")
    let authority = folder.appending(path: "authority")
    let names = try FileManager.default.contentsOfDirectory(atPath: authority.path)
    let files = try names.map { name in
      BackupFile(
        path: "authority/\(name)", data: try Data(contentsOf: authority.appending(path: name)))
    }
    _ = try StoreBackup(file: file)
      .make(of: folder.appending(path: "store.sqlite"), files: files)
    return file
  }

  /// Restores a backup of this store in another folder, as `skdemo store restore` does.
  package func restored(from backup: URL) async throws -> StoreFixture {
    let other = try TemporaryFolder()
    var generator = SystemRandomNumberGenerator()
    let place = RestoredStore(
      folder: other.url, database: other.url.appending(path: "store.sqlite"),
      authority: other.url.appending(path: "authority"))
    _ = try StoreBackup(file: backup).restore(to: place, using: &generator)
    let engine = try await Self.open(
      folder: other.url, catalogue: .skdemo(), clock: .frozen(at: .fixture))
    return StoreFixture(engine: engine, folder: other, signIn: signIn)
  }

  /// Copies the store's files as they are to another folder, as `cp -a` does, and opens the copy.
  package func rawCopy() async throws -> StoreFixture {
    let other = try TemporaryFolder()
    for name in ["store.sqlite", "store.sqlite-wal", "authority"] {
      try FileManager.default.copyItem(
        at: folder.appending(path: name), to: other.url.appending(path: name))
    }
    let engine = try await Self.open(
      folder: other.url, catalogue: .skdemo(), clock: .frozen(at: .fixture))
    return StoreFixture(engine: engine, folder: other, signIn: signIn)
  }

  /// Registers a device of the account, and opens the back end of one instance of the app on it.
  package func device(
    _ name: String, instance: UUID = UUID()
  ) async throws -> (backend: any StoreBackend, registration: Registration) {
    let registration = try await engine.registerDevice(name, signIn: signIn.token).value
    return (try await backend(of: registration, instance: instance), registration)
  }

  /// The back end of another instance of the app on a registered device.
  package func backend(
    of registration: Registration, instance: UUID = UUID()
  ) async throws -> any StoreBackend {
    try await engine.backend(for: registration.token, instance: InstanceID(instance))
  }

  /// Advances the store's clock by a duration such as `P1M`.
  @discardableResult
  package func advance(_ duration: String) async throws -> ClockAdvance {
    guard let duration = CalendarDuration(duration) else {
      throw FixtureError(text: duration)
    }
    return try await engine.advance(.by(duration)).value
  }

  private static func open(
    folder: URL, catalogue: Catalogue, clock: StoreClock,
    wallClock: @escaping @Sendable () -> Date = { .fixture },
    clockBound: TimeInterval? = 45 * 86_400,
    sleep: @escaping StoreEngine.Sleep = unmeasuredPause,
    scryptParameters: ScryptParameters = .trifling, keyDerivation: KeyDerivation = .scrypt,
    limits: SignInLimits = .standard, environment: StoreEnvironment = .sandbox,
    over double: (SQLiteLedgerStore) -> any LedgerStore = { $0 }
  ) async throws -> StoreEngine {
    let ledgers = double(try SQLiteLedgerStore(file: folder.appending(path: "store.sqlite")))
    let signer = try AuthorityFolder(url: folder.appending(path: "authority")).open()
    return try await StoreEngine.open(
      ledgers, signer: signer,
      configuration: .init(
        catalogue: catalogue, environment: environment, clock: clock, seed: 1),
      wallClock: wallClock, clockBound: clockBound, sleep: sleep,
      scryptParameters: scryptParameters, keyDerivation: keyDerivation, limits: limits)
  }
}

/// A database with all tables and without a store, made once for all fixtures of the process.
///
/// Making the tables takes longer than most tests.
private enum EmptyStore {
  private static let contents = Result<Data, any Error> {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let file = folder.url.appending(path: "store.sqlite")
    try SQLiteLedgerStore(file: file, connections: .one).close()
    return try Data(contentsOf: file)
  }

  static func copy(to file: URL) throws {
    let isMade = FileManager.default.createFile(
      atPath: file.path(percentEncoded: false), contents: try contents.get(),
      attributes: [.posixPermissions: 0o600])
    guard isMade else { throw FixtureError(text: "\(file) cannot be made") }
  }
}

extension ScryptParameters {
  /// The fastest parameters: passwords in tests protect nothing.
  package static let trifling = ScryptParameters(rounds: 2, blockSize: 1)
}

/// A fixture met something that it did not expect.
package struct FixtureError: Error, CustomStringConvertible {
  package let description: String

  package init(text: String) { description = text }
}

extension Date {
  /// The time of fixtures' frozen clocks: 21 January 2026, 12:00 UTC.
  package static let fixture = Date(timeIntervalSince1970: 1_768_996_800)
}

extension Catalogue {
  /// skdemo's built-in catalogue.
  package static func skdemo() throws -> Catalogue {
    try Catalogue.read(try Data(contentsOf: .skdemoCatalogue), file: "Products.json")
  }
}

extension URL {
  /// skdemo's built-in catalogue.
  package static let skdemoCatalogue = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Products.json")
}

extension StoreBackend {
  /// Orders a product without a quote.
  @discardableResult
  package func buy(
    _ productID: String, quantity: Int = 1, key: UUID = UUID()
  ) async throws -> Answer<OrderResult> {
    try await purchase(Order(key: OrderKey(key), productID: productID, quantity: quantity))
  }
}
