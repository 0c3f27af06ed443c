import AppStorePayloads
import AppStoreServerAPI
import CrashScript
import DemoApp
import Foundation
import OpenStoreKit
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import StoreSQLite
import TestSupport

/// One launch of the app, assembled as skdemo does, with every effect recorded.
struct ProbeRun {
  let script: CrashScript
  let effects: EffectRecorder
  let store: StoreFolder
  let device: DeviceStore
  private let payments: PaymentRecorder

  init(_ script: CrashScript) async throws {
    self.script = script
    let store = try await StoreFolder(script)
    self.store = store
    device = try DeviceStore.open(script.folder.appending(path: script.device))
    payments = PaymentRecorder(file: CrashScript.heardPayments(in: script.folder))
    var interruptions: [Int: EffectRecorder.Interruption] = [:]
    if let call = script.pausesAtCall { interruptions[call] = waitForInput }
    if let call = script.lateCopiesAtCall {
      let unrecorded = try await store.backend(for: device)
      interruptions[call] = { _ = try? await store.sentOrders.sendAgain(to: unrecorded) }
    }
    effects = EffectRecorder(killMoment: script.killMoment, interruptions: interruptions)
  }

  func perform() async throws -> CrashReport {
    if case .serve(let commands) = script.action { return try await serve(commands) }
    var report = CrashReport()
    if script.isLastLaunch { report.offline = try await offlineEntitlements() }
    let engine = try await store.engine(recording: effects)
    effects.recordFileEffects()
    let controller = try await controller(engine)
    try await launch(controller)
    report.launchEffects = effects.names.count
    try await perform(script.action, controller, engine)
    try await waitUntilDelivered()
    effects.stop()
    let unrecorded = try await store.backend(for: device)
    (report.effects, report.calls) = (effects.names, effects.calls)
    report.entitlements = await entitlements()
    report.fuel = controller.tank.counts
    report.unfinished = try await unrecorded.unfinished().count
    if script.isLastLaunch {
      report.lateCopies = try await store.sentOrders.sendAgain(to: unrecorded)
    }
    if script.action.isOnPaymentQueue { SKPaymentQueue.default().remove(payments) }
    return report
  }

  /// Launches the app; on original StoreKit, until its queue has delivered what was unfinished.
  private func launch(_ controller: StoreController) async throws {
    // The queue does not retain it: it is removed at the end of the run.
    if script.action.isOnPaymentQueue { SKPaymentQueue.default().add(payments) }
    _ = await controller.launch()
    if script.action.isOnPaymentQueue { try await waitUntilDelivered() }
  }

  /// Runs like a server, which has no device and whose files are the store's only.
  private func serve(_ commands: [OperatorCommand]) async throws -> CrashReport {
    let receiver = RecordingReceiver(
      file: CrashScript.receivedNotifications(in: script.folder), effects: effects)
    let engine = try await store.engine(recording: effects).sendingNotifications(by: receiver)
    for command in commands {
      _ = try await engine.perform(command)
      try await engine.sendDueNotifications()
    }
    await SerialTaskExecutor.shared.waitUntilIdle()
    effects.stop()
    var report = CrashReport()
    (report.effects, report.calls) = (effects.names, effects.calls)
    return report
  }

  private func controller(_ engine: StoreEngine) async throws -> StoreController {
    let backend = RecordingBackend(
      store: try await engine.backend(for: device.token, instance: InstanceID(UUID())),
      effects: effects, sentOrders: store.sentOrders)
    let session = try await AppStore.connect(
      backend, sheets: AutoConfirmingSheets(), device: device, includesFinishedConsumables: true)
    let presentation = Presentation.read(try Data(contentsOf: script.catalogue))
    return StoreController(
      session: session, presentation: presentation, folder: device.folder,
      generation: script.action.isOnPaymentQueue ? .original : .two)
  }

  private func perform(
    _ action: CrashScript.ScriptedAction, _ controller: StoreController, _ engine: StoreEngine
  ) async throws {
    switch action {
    case .launch, .serve: break
    case .waitForUpdate:
      printLine(.paused)
      for await change in controller.changes {
        if case .arrived = change { break }
      }
    case .buy(let id, let quantity): _ = try await controller.purchase(id, quantity: quantity)
    case .redeem(let code): _ = try await controller.redeem(code)
    case .command(let command): try await perform(command, engine)
    case .extendAll(let productID):
      // The task that extends them has ended when the run has nothing left to do.
      _ = try await engine.extendRenewalDates(
        MassExtendRenewalDateRequest(
          productId: productID,
          dateExtension: ExtendRenewalDateRequest(
            extendByDays: 7, extendReasonCode: .serviceIssueOrOutage,
            requestIdentifier: "outage")),
        for: APICaller(keyID: "TESTKEY234", bundleID: "com.example.skdemo"))
    case .onPaymentQueue(let action): try await perform(action, engine)
    }
  }

  private func perform(_ command: OperatorCommand, _ engine: StoreEngine) async throws {
    _ = try await effects.call("operator \(command.name)") { () throws(StoreError) in
      try await engine.perform(command)
    }
  }

  /// Begins it: the run is over when the queue has nothing left to do.
  private func perform(
    _ action: CrashScript.PaymentQueueAction, _ engine: StoreEngine
  ) async throws {
    switch action {
    case .launch: break
    case .pay(let id, let quantity):
      let payment = SKMutablePayment()
      payment.productIdentifier = id
      payment.quantity = quantity
      SKPaymentQueue.default().add(payment)
    case .restore: SKPaymentQueue.default().restoreCompletedTransactions()
    case .command(let command): try await perform(command, engine)
    }
  }

  /// Waits until this run has nothing left to do.
  ///
  /// If another process shares the store, also waits until nothing is unfinished: this run's
  /// listener or the other process on the same device delivers it.
  private func waitUntilDelivered() async throws {
    await SerialTaskExecutor.shared.waitUntilIdle()
    guard !script.isAlone else { return }
    let unrecorded = try await store.backend(for: device)
    for await _ in store.writes.changes()
    where try await unrecorded.unfinished().isEmpty {
      return await SerialTaskExecutor.shared.waitUntilIdle()
    }
  }

  private func offlineEntitlements() async throws -> [String] {
    let session = try await StoreSession(
      RefusingBackend.unreachable, sheets: AutoConfirmingSheets(), device: device)
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

/// The existing store in the script's folder.
struct StoreFolder {
  let writes: WriteNotifier
  let sentOrders: SentOrders
  private let ledgers: SQLiteLedgerStore
  private let signer: PayloadSigner
  private let secondsLater: TimeInterval

  init(_ script: CrashScript) async throws {
    ledgers = try SQLiteLedgerStore(
      file: script.folder.appending(path: "store.sqlite"), connections: Self.connections(of: script)
    )
    writes = WriteNotifier(sharedLedgers: script.isAlone ? nil : ledgers)
    signer = try AuthorityFolder(url: script.folder.appending(path: "authority")).open()
    sentOrders = SentOrders(file: CrashScript.sentOrders(in: script.folder))
    secondsLater = script.secondsLater
  }

  /// The connections with which skdemo opens a store: a pool for a server, otherwise one.
  private static func connections(of script: CrashScript) -> SQLiteLedgerStore.Connections {
    if case .serve = script.action { .pool } else { .one }
  }

  /// An engine that does not pause between two transactions, so that every run is the same.
  func engine(recording effects: EffectRecorder) async throws -> StoreEngine {
    try await StoreEngine.open(
      RecordingLedgerStore(ledgers: ledgers, writes: writes, effects: effects), signer: signer,
      configuration: nil, wallClock: { [secondsLater] in Date(timeIntervalSinceNow: secondsLater) },
      sleep: { _ in })
  }

  /// The back end of another instance of the app on the device.
  ///
  /// Its calls are not recorded.
  func backend(for device: DeviceStore) async throws -> any StoreBackend {
    try await engine(recording: .none).backend(
      for: device.token, instance: InstanceID(UUID()))
  }
}

/// A customer who confirms everything at once.
struct AutoConfirmingSheets: Sheets {
  func confirm(_ sheet: PurchaseSheet) async -> Bool { true }
  func finish(_ sheet: PurchaseSheet, with ending: PurchaseSheet.Ending) async {}
  func choose(in sheet: SubscriptionSheet) async -> SubscriptionSheet.Action? {
    sheet.agreement
  }
  func finish(_ sheet: SubscriptionSheet, failure: String?) async {}
  func authenticate(account: String) async -> Bool { true }
}

/// Prints that the run has paused, and returns when standard input is closed.
@Sendable func waitForInput() async {
  printLine(.paused)
  _ = readLine()
}
