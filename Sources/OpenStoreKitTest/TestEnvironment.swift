import AppStorePayloads
import Foundation
import OpenStoreKit
import PrivateFiles
import StoreAPI
import StoreEngine
import StoreOperatorAPI

/// The environment that all test sessions of a process share, as Apple's do: one device, one store at
/// a time, and the connection of the app under test to it.
actor TestEnvironment {
  static let shared = TestEnvironment()

  private struct Connection {
    let session: StoreSession
    let backend: TestBackend
    let signer: PayloadSigner
  }

  private lazy var folder = Result { try TemporaryFolder("storekittest") }
  private let seed = UInt64.random(in: 0 ... .max)
  private var connection: Connection?
  private var current: TestStore?

  /// Opens a new store in place of the one before.
  ///
  /// - Throws: `StoreOpeningError`, and the errors of the file system.
  func begin(_ catalogue: Catalogue) async throws {
    let signer = try connection?.signer ?? CertificateAuthority.make().signer()
    let epoch = try await (current?.engine.perform(.clock).time.epoch ?? 0) + 1
    let store = try await TestStore.open(
      catalogue, in: folder.get().url.appending(path: "store-\(epoch)"), signer: signer, seed: seed,
      epoch: epoch)
    let previous = current
    current = store
    guard let connection else {
      connection = try await connect(to: store, signer)
      return
    }
    connection.backend.replace(with: store.app)
    if let previous { try? FileManager.default.removeItem(at: previous.folder) }
    try await connection.session.forgetChoices()
    try await connection.session.takeChanges()
    // Listeners to storefronts are notified of a change only if the storefront is read.
    _ = await Storefront.current
  }

  /// The current store and the app's session.
  func now() throws -> (store: TestStore, session: StoreSession) {
    guard let current, let connection else { throw SKTestError(.invalidAction) }
    return (current, connection.session)
  }

  /// Forgets every purchase.
  func clear() async throws {
    let (store, session) = try now()
    _ = try await store.engine.perform(.reset)
    try await session.takeChanges()
  }

  private func connect(to store: TestStore, _ signer: PayloadSigner) async throws -> Connection {
    let folder = try folder.get()
    let device = try DeviceStore.create(
      folder.url.appending(path: "device"), account: TestStore.account,
      registration: store.registration)
    let backend = TestBackend(store.app)
    let session = try await AppStore.connect(
      backend, sheets: AutoConfirmingSheets(keeping: folder), device: device)
    return Connection(session: session, backend: backend, signer: signer)
  }
}

extension StoreSession {
  /// Asks the store, so that the app sees what a control has done.
  func takeChanges() async throws(SKTestError) {
    guard await reconnect() else {
      throw SKTestError(
        .serviceUnavailable,
        reason: "The change was made, but the app's session could not load it from the store.")
    }
  }
}
