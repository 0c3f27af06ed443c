import AppStorePayloads
import DemoApp
import Foundation
import OpenStoreKit
import StoreAPI
import StoreEngine
import TerminalUI
import TestSupport
import Testing

/// One run of the app on one device of a real store.
struct AppFixture: Sendable {
  let session: StoreSession
  let controller: StoreController
  /// Removes its folder when it is released.
  private let store: StoreFixture

  /// Runs the app on a new device, or on `device`.
  ///
  /// The app's pauses use no clock: short ones end at once, and longer ones with their task.
  /// `wrapping` returns the double between the app and the store.
  static func open(
    _ store: StoreFixture, device: DeviceStore? = nil, sheets: any Sheets = FixedAnswerSheets(),
    presentation: Presentation = Sample.presentation, offerSigner: (any OfferSigner)? = nil,
    generation: StoreKitGeneration = .two, receiptServer: (any ReceiptServer)? = nil,
    pause: @escaping @Sendable (Duration) async throws -> Void = unmeasuredPause,
    monotonic: (@Sendable () -> Duration)? = nil,
    wrapping: (any StoreBackend) -> any StoreBackend = { $0 }
  ) async throws -> AppFixture {
    let device = if let device { device } else { try await store.newDevice() }
    var environment = SessionEnvironment.live
    environment.diagnose = { _ in }
    environment.sleep = { _ in await Task.yield() }
    if let monotonic { environment.monotonic = monotonic }
    let session = try await StoreSession(
      wrapping(store.backend(of: device)), sheets: sheets, device: device,
      environment: environment)
    let controller = StoreController(
      session: session, presentation: presentation, folder: device.folder,
      offerSigner: offerSigner, generation: generation, receiptServer: receiptServer, pause: pause)
    return AppFixture(session: session, controller: controller, store: store)
  }

  /// Runs the app on a new device whose store is out of reach during `outage`.
  static func open(outage: FragileStore.Switch) async throws -> AppFixture {
    try await open(.make(), wrapping: { FragileStore(store: $0, outage: outage) })
  }

  /// Runs `body` while StoreKit's static properties ask this run's session.
  func connected<Value: Sendable>(
    _ body: @Sendable (StoreController) async throws -> Value
  ) async rethrows -> Value {
    defer { withExtendedLifetime(store) {} }
    return try await StoreSession.$current.withValue(session) { try await body(controller) }
  }

  /// Runs `body` while the storefront is open on a program.
  func open(
    on program: Program, _ body: @Sendable (StoreController) async throws -> Void
  ) async throws {
    try await connected { controller in
      await Demo.open(on: program) { (controller, Sample.presentation) }
      try await program.run { try await body(controller) }
    }
  }

  /// Runs `body` with an open storefront that performs no effects.
  func show(
    on terminal: RecordedTerminal = RecordedTerminal(),
    _ body: @Sendable (StoreController, LayerHandle<Demo>) async throws -> Void
  ) async throws {
    let program = Program(terminal: terminal)
    let demo = await program.push(await Sample.demo(Sample.facts())) { _, _ in }
    try await program.run { try await connected { try await body($0, demo) } }
  }
}

extension Program {
  /// Runs the program until `body` has ended.
  fileprivate func run(_ body: @Sendable () async throws -> Void) async throws {
    async let end = run()
    defer { quit() }
    try await body()
    quit()
    _ = try await end
  }
}

extension StoreFixture {
  /// A device on which the app has never run.
  func newDevice(_ name: String = "laptop") async throws -> DeviceStore {
    let registration = try await engine.registerDevice(name, signIn: signIn.token)
    return try DeviceStore.create(
      folder.appending(path: name), account: "alice", registration: registration)
  }

  /// The back end of another run of the app on a device.
  func backend(of device: DeviceStore) async throws -> any StoreBackend {
    try await engine.backend(for: device.token, instance: InstanceID(UUID()))
  }
}

/// Sheets that give the same answer every time.
struct FixedAnswerSheets: Sheets {
  var agrees = true

  func confirm(_ sheet: PurchaseSheet) async -> Bool { agrees }
  func finish(_ sheet: PurchaseSheet, with ending: PurchaseSheet.Ending) async {}
  func choose(in sheet: SubscriptionSheet) async -> SubscriptionSheet.Action? {
    agrees ? sheet.agreement : nil
  }
  func finish(_ sheet: SubscriptionSheet, failure: String?) async {}
  func authenticate(account: String) async -> Bool { agrees }
}

extension StoreController {
  /// Launches and buys.
  func buy(_ id: String, quantity: Int = 1) async throws -> PurchaseEnding {
    let buy = try #require(await launch().availability(of: id).buy)
    return await purchase(buy, quantity: quantity)
  }

  /// The next transaction that is delivered without a purchase of this run.
  nonisolated func nextExternalTransaction() async -> ExternalTransaction? {
    var changes = changes.makeLimitedIterator()
    while let change = await changes.next() {
      if case .arrived(let transactions) = change { return transactions.first }
    }
    return nil
  }
}
