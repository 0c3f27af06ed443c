package import Foundation
import OpenStoreKit
import OpenStoreKitTest
import StoreAPI
import StoreEngine
import StoreHTTP
import StoreSQLite

/// What stands behind an app that runs by itself: a real store, and a customer who pays.
package struct Counter: Sendable {
  private let `operator`: any StoreOperator
  private let session: StoreSession
  /// The store as another instance on the app's device sees it, which hears of all that the app does.
  private let store: any StoreBackend

  /// Connects this process to a store that is served, as a developer's test does.
  package static func open(served url: URL, operatorKey: String, password: String) async throws
    -> Counter
  {
    try await AppStore.connect(to: url, account: "tester", password: password)
    let store = try HTTPStore(StoreAddress(url.absoluteString))
    let session = try StoreSession.connected()
    return Counter(
      operator: store.operator(key: operatorKey), session: session,
      store: store.backend(token: session.device.token, instance: InstanceID(UUID())))
  }

  /// Opens a store in a temporary folder, which stays, and connects this process to it; its clock
  /// stands at noon on 21 January 2026.
  package static func open() async throws -> Counter {
    let folder = FileManager.default.temporaryDirectory.appending(path: "client-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let engine = try await StoreEngine.open(
      SQLiteLedgerStore(file: folder.appending(path: "store.sqlite")),
      signer: AuthorityFolder(url: folder.appending(path: "authority")).open(),
      configuration: .init(
        catalogue: .products(), clock: .frozen(at: Date(timeIntervalSince1970: 1_768_996_800)),
        seed: 1))
    let session = try await connect(to: engine, device: folder.appending(path: "device"))
    return Counter(
      operator: engine, session: session,
      store: try await engine.backend(for: session.device.token, instance: InstanceID(UUID())))
  }

  private static func connect(
    to engine: StoreEngine, device folder: URL
  ) async throws -> StoreSession {
    let signIn = try await engine.signIn(local: "customer").value
    let registration = try await engine.registerDevice("device-1", signIn: signIn.token)
    let device = try DeviceStore.create(
      folder, account: signIn.account.name, registration: registration)
    let backend = try await engine.backend(for: device.token, instance: InstanceID(UUID()))
    return try await AppStore.connect(backend, sheets: PayingCustomer(), device: device)
  }

  /// Moves the store's clock, as its operator does: `P1M`.
  package func advance(_ duration: String) async throws {
    guard let duration = CalendarDuration(duration) else { throw NoDuration(text: duration) }
    _ = try await `operator`.perform(.advance(move: .by(duration)))
  }

  /// Lets the app's listener begin: a customer buys nothing before the screen is there.
  package func launched() async { await session.listened() }

  /// Lets the app's listener go on until it has delivered everything.
  package func delivered() async throws {
    let holdings = try await store.holdings().value
    guard !holdings.unfinished.isEmpty else { return }
    for try await _ in store.updates(after: holdings.sequence)
    where try await store.holdings().value.unfinished.isEmpty { return }
  }
}

/// A text that is no duration.
struct NoDuration: Error {
  let text: String
}

/// Agrees to everything.
private struct PayingCustomer: Sheets {
  func confirm(_ sheet: PurchaseSheet) async -> Bool { true }
  func finish(_ sheet: PurchaseSheet, with ending: PurchaseSheet.Ending) async {}
  func authenticate(account: String) async -> Bool { true }
}

extension Catalogue {
  fileprivate static func products() throws -> Catalogue {
    let file = URL(filePath: #filePath).appending(path: "../../../../Products.json").standardized
    return try read(Data(contentsOf: file), file: "Products.json")
  }
}
