import CrashScript
import DemoApp
import Foundation
import OpenStoreKit
import StoreAPI
import StoreEngine
import StoreSQLite
import TestSupport

/// One launch of the app, put together as skdemo does, with everything that changes the world
/// counted.
struct Run {
  let script: CrashScript
  let effects: Effects
  let shelf: Shelf
  let device: DeviceStore

  init(_ script: CrashScript) async throws {
    self.script = script
    let shelf = try await Shelf(script)
    self.shelf = shelf
    device = try DeviceStore.open(script.world.appending(path: script.device))
    let plain = try await shelf.backend(for: device)
    var interruptions: [Int: Effects.Interruption] = [:]
    if let call = script.pausesAtCall { interruptions[call] = waitForInput }
    if let call = script.lateCopiesAtCall {
      interruptions[call] = { _ = try? await shelf.sentOrders.sendAgain(to: plain) }
    }
    effects = Effects(death: script.death, interruptions: interruptions)
  }

  func perform() async throws -> CrashReport {
    var report = CrashReport()
    if script.isLastLaunch { report.offline = try await offlineEntitlements() }
    let engine = try await shelf.engine(counting: effects)
    let plain = try await shelf.backend(for: device)
    effects.watchFiles()
    let keeper = try await controller(engine)
    _ = await keeper.launch()
    try await perform(script.action, keeper, engine)
    try await waitUntilDelivered(plain)
    effects.stop()
    (report.effects, report.calls) = (effects.names, effects.calls)
    report.entitlements = await entitlements()
    report.fuel = keeper.tank.counts
    report.unfinished = try await plain.holdings().value.unfinished.count
    if script.isLastLaunch { report.lateCopies = try await shelf.sentOrders.sendAgain(to: plain) }
    return report
  }

  private func controller(_ engine: StoreEngine) async throws -> StoreController {
    let backend = CountedBackend(
      store: try await engine.backend(for: device.token, instance: InstanceID(UUID())),
      effects: effects, sentOrders: shelf.sentOrders)
    let session = try await AppStore.connect(
      backend, sheets: Agreement(), device: device, includesFinishedConsumables: true)
    return StoreController(
      session: session, presentation: shelf.presentation, folder: device.folder)
  }

  private func perform(
    _ action: CrashScript.ScriptedAction, _ keeper: StoreController, _ engine: StoreEngine
  ) async throws {
    switch action {
    case .launch: break
    case .hear:
      say(.paused)
      _ = await keeper.nextArrival()
    case .buy(let id, let quantity): _ = try await keeper.purchase(id, quantity: quantity)
    case .advance(let date):
      if try await engine.clock().now < date { _ = try await engine.advance(.to(date)) }
    }
  }

  /// Waits until this run has done all that it ever will, and a process beside it too.
  ///
  /// What is unfinished is delivered by the listener, or by another process that is this device.
  private func waitUntilDelivered(_ plain: any StoreBackend) async throws {
    await Turns.shared.rest()
    guard !script.isAlone else { return }
    for await _ in shelf.writes.changes() where try await plain.holdings().value.unfinished.isEmpty
    {
      return await Turns.shared.rest()
    }
  }

  private func offlineEntitlements() async throws -> [String] {
    let session = try await StoreSession(ClosedStore(), sheets: Agreement(), device: device)
    return await StoreSession.$current.withValue(session) { await entitlements() }
  }

  private func entitlements() async -> [String] {
    var products: [String] = []
    for await case .verified(let transaction) in Transaction.currentEntitlements {
      products.append(transaction.productID)
    }
    return products.sorted()
  }
}

/// What is in the world's folder.
struct Shelf {
  let writes: Writes
  let sentOrders: SentOrders
  let presentation: Presentation
  private let ledgers: SQLiteLedgerStore
  private let signer: PayloadSigner
  private let catalogue: Catalogue

  init(_ script: CrashScript) async throws {
    let file = try Data(contentsOf: script.catalogue)
    catalogue = try Catalogue.read(file, file: "Products.json")
    presentation = Presentation.read(file)
    ledgers = try SQLiteLedgerStore(file: script.world.appending(path: "store.sqlite"))
    writes = Writes(others: script.isAlone ? nil : ledgers)
    signer = try AuthorityFolder(url: script.world.appending(path: "authority")).open()
    sentOrders = SentOrders(file: CrashScript.sentOrders(in: script.world))
  }

  func engine(counting effects: Effects) async throws -> StoreEngine {
    try await StoreEngine.open(
      CountedLedgers(ledgers: ledgers, writes: writes, effects: effects), signer: signer,
      configuration: StoreEngine.NewStoreConfiguration(catalogue: catalogue))
  }

  /// The store as another instance of the app on the device sees it; nothing of it is counted.
  func backend(for device: DeviceStore) async throws -> any StoreBackend {
    try await engine(counting: .none).backend(
      for: device.token, instance: InstanceID(UUID()))
  }
}

/// A customer who agrees to everything.
struct Agreement: Sheets {
  func confirm(_ sheet: PurchaseSheet) async -> Bool { true }
  func finish(_ sheet: PurchaseSheet, with ending: PurchaseSheet.Ending) async {}
  func authenticate(account: String) async -> Bool { true }
}

/// Says that the run has paused, and returns when standard input is closed.
@Sendable func waitForInput() async {
  say(.paused)
  _ = readLine()
}
