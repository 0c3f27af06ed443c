import Foundation
import PrivateFiles
import StoreAPI
import StoreEngine
import TestSupport

@testable import OpenStoreKit

/// One running copy of an app on one of alice's devices.
struct Customer {
  let store: StoreFixture
  let folder: TemporaryFolder
  let registration: Registration
  let line: Line
  let sheets: ScriptedSheets
  let notebook: Notebook
  let session: StoreSession

  /// Switches on a device that has never run.
  static func onNewDevice(
    _ name: String, of store: StoreFixture, sheets: ScriptedSheets = ScriptedSheets()
  ) async throws -> Customer {
    let registration = try await store.device(name).registration
    let folder = try TemporaryFolder()
    let time = try await store.engine.clock()
    _ = try DeviceStore.create(
      folder.url, account: store.signIn.account.name,
      registration: Answer(registration, at: time), wallClock: Notebook.noon)
    return try await run(store, folder, registration, sheets)
  }

  /// Another run of the app on the same device.
  func again(sheets: ScriptedSheets = ScriptedSheets()) async throws -> Customer {
    try await Self.run(store, folder, registration, sheets)
  }

  private static func run(
    _ store: StoreFixture, _ folder: TemporaryFolder, _ registration: Registration,
    _ sheets: ScriptedSheets
  ) async throws -> Customer {
    let line = Line(to: try await store.backend(of: registration))
    let notebook = Notebook()
    let session = try await StoreSession(
      line, sheets: sheets, device: try DeviceStore.open(folder.url),
      environment: notebook.environment)
    return Customer(
      store: store, folder: folder, registration: registration, line: line, sheets: sheets,
      notebook: notebook, session: session)
  }

  /// The product, as it is for sale.
  func product(_ id: String) async throws -> Product {
    guard let product = try await session.products([id]).first else { throw NoProduct(id: id) }
    return product
  }

  @discardableResult
  func buy(
    _ id: String, options: Set<Product.PurchaseOption> = []
  ) async throws -> PurchaseOutcome {
    try await session.purchase(product(id), options: options)
  }

  /// What the customer is entitled to, in the order of the product IDs.
  func owned() async -> [String] {
    await session.currentEntitlements().map(\.unsafePayloadValue.productID).sorted()
  }

  /// The keys of orders whose end is not known.
  func openOrders() throws -> [OrderKey] {
    try DeviceStore.open(folder.url).read().orders.map(\.key)
  }

  /// Listens, and returns when the stream is open; the store's calls are counted from then on.
  func listenToOpenStream() async throws -> Transaction.Transactions.AsyncIterator {
    let updates = listen()
    try await until(.current)
    line.countAnew()
    return updates
  }

  /// Waits until the device knows so much of its holdings.
  func until(_ state: KnownHoldings.State) async throws {
    while session.withState({ $0.customer.known.state }) != state {
      try Task.checkCancellation()
      await Task.yield()
    }
  }

  /// A listener that listens from now on.
  func listen() -> Transaction.Transactions.AsyncIterator {
    Transaction.Transactions(.updates(session)).makeAsyncIterator()
  }
}

struct NoProduct: Error {
  let id: String
}

extension PurchaseOutcome {
  /// The transaction of a purchase that went through and can be trusted.
  func transaction() throws -> Transaction {
    guard case .success(let result) = result else { throw NoProduct(id: "\(self.result)") }
    return try result.payloadValue
  }
}
