import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import StoreSQLite

/// A store in a temporary folder, and the one device that tests run on.
struct TestStore: Sendable {
  let engine: StoreEngine
  let registration: Answer<Registration>
  /// The store as the app under test sees it.
  let app: any StoreBackend
  /// The store as the App Store's app on the same device sees it.
  let appStore: any StoreBackend
  let folder: URL

  static let account = "tester"

  /// Returns the bundle ID of the app under test: that of the running bundle, else the store's default.
  static func bundleID(running: String? = Bundle.main.bundleIdentifier) -> String {
    running ?? StoreEngine.defaultBundleID
  }

  /// Opens a new store.
  ///
  /// - Parameters:
  ///   - catalogue: The store's products and settings.
  ///   - folder: The store's folder, which is made.
  ///   - signer: The same for every store of the process, which trusts one root.
  ///   - seed: The same for every store of the process, so that the device is the same.
  ///   - epoch: Higher than that of the store before.
  /// - Returns: The store, with the device signed in.
  /// - Throws: `StoreOpeningError`, `StoreError`, and the errors of the file system.
  static func open(
    _ catalogue: Catalogue, in folder: URL, signer: PayloadSigner, seed: UInt64, epoch: Int
  ) async throws -> TestStore {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let engine = try await StoreEngine.open(
      SQLiteLedgerStore(file: folder.appending(path: "store.sqlite")), signer: signer,
      configuration: .init(
        catalogue: catalogue, bundleID: bundleID(), environment: .xcode, seed: seed, epoch: epoch,
        refundsAtOnce: true),
      sleep: { try await BlockingExecutor.sleep(for: $0) })
    let signIn = try await engine.signIn(local: account).value
    let registration = try await engine.registerDevice("device-1", signIn: signIn.token)
    let token = registration.value.token
    return TestStore(
      engine: engine, registration: registration,
      app: try await engine.backend(for: token, instance: InstanceID(UUID())),
      appStore: try await engine.backend(for: token, instance: InstanceID(UUID())),
      folder: folder)
  }
}
