import AppStorePayloads
package import Foundation
import OpenStoreKit
import OpenStoreKitTest
import StoreAPI
import StoreEngine
import StoreHTTPClient
import StoreOperatorAPI
import StoreSQLite

/// A real store for an app that runs by itself, with a customer who confirms every purchase.
package struct ClientFixture: Sendable {
  private let storeOperator: any StoreOperator
  private let session: StoreSession
  /// The back end of another instance on the app's device, which receives updates about the app.
  private let observer: any StoreBackend

  /// Connects this process to a served store, as a developer's test does.
  package static func open(served url: URL, operatorKey: String, password: String) async throws
    -> ClientFixture
  {
    try await AppStore.connect(to: url, account: "tester", password: password)
    let store = try HTTPStore(StoreAddress(url.absoluteString))
    let session = try await StoreSession.connected()
    return ClientFixture(
      storeOperator: store.operator(key: operatorKey), session: session,
      observer: store.backend(token: session.device.token, instance: InstanceID(UUID())))
  }

  /// Opens a store in a temporary folder, which is not removed, and connects this process to it.
  ///
  /// The store's clock is frozen at 21 January 2026, 12:00 UTC.
  package static func open() async throws -> ClientFixture {
    let folder = FileManager.default.temporaryDirectory.appending(path: "client-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let engine = try await StoreEngine.open(
      SQLiteLedgerStore(file: folder.appending(path: "store.sqlite")),
      signer: AuthorityFolder(url: folder.appending(path: "authority")).open(),
      configuration: .init(
        catalogue: .products(), clock: .frozen(at: Date(timeIntervalSince1970: 1_768_996_800)),
        seed: 1))
    let session = try await connect(to: engine, device: folder.appending(path: "device"))
    return ClientFixture(
      storeOperator: engine, session: session,
      observer: try await engine.backend(for: session.device.token, instance: InstanceID(UUID())))
  }

  private static func connect(
    to engine: StoreEngine, device folder: URL
  ) async throws -> StoreSession {
    let signIn = try await engine.signIn(local: "customer").value
    let registration = try await engine.registerDevice("device-1", signIn: signIn.token)
    let device = try DeviceStore.create(
      folder, account: signIn.account.name, registration: registration)
    let backend = try await engine.backend(for: device.token, instance: InstanceID(UUID()))
    return try await AppStore.connect(backend, sheets: AutoConfirmingSheets(), device: device)
  }

  /// Advances the store's clock by a duration such as `P1M`.
  package func advance(_ duration: String) async throws {
    guard let duration = CalendarDuration(duration) else { throw InvalidDuration(text: duration) }
    _ = try await storeOperator.perform(.advance(move: .by(duration)))
  }

  /// Waits until the app listens for updates, as it does before its first screen.
  package func waitUntilListening() async {
    while !session.isListenedTo, !Task.isCancelled { await Task.yield() }
  }

  /// Waits until the app's listener has delivered everything.
  package func waitUntilDelivered() async throws {
    let purchases = try await observer.purchases().value
    guard try await hasUnfinished() else { return }
    for try await _ in observer.updates(after: purchases.sequence)
    where try await !hasUnfinished() { return }
  }

  private func hasUnfinished() async throws -> Bool {
    try await !observer.unfinished(after: nil, limit: 1).value.transactions.isEmpty
  }
}

/// A text is not a duration.
struct InvalidDuration: Error {
  let text: String
}

/// A customer who confirms everything at once.
private struct AutoConfirmingSheets: Sheets {
  func confirm(_ sheet: PurchaseSheet) async -> Bool { true }
  func finish(_ sheet: PurchaseSheet, with ending: PurchaseSheet.Ending) async {}
  func choose(in sheet: SubscriptionSheet) async -> SubscriptionSheet.Action? {
    sheet.agreement
  }
  func finish(_ sheet: SubscriptionSheet, failure: String?) async {}
  func authenticate(account: String) async -> Bool { true }
}

extension Catalogue {
  fileprivate static func products() throws -> Catalogue {
    let file = URL(filePath: #filePath).appending(path: "../../../../Products.json").standardized
    return try read(Data(contentsOf: file), file: "Products.json")
  }
}
