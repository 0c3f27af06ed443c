import AppStorePayloads
import DemoApp
import Foundation
import OpenStoreKit
import OpenStoreKitConnection
import PrivateFiles
import StoreAPI
import StoreClient
import StoreEngine
import StoreHTTPClient
import StoreOperatorAPI
import TestSupport
import Testing

@testable import skdemo

/// SK Demo on original StoreKit, with the servers that verify its receipts.
@Suite(.hangLimit) struct ReceiptServerTests {
  private static let car = "nonconsumable.car"
  private static let plan = "subscription.standard"

  @Test func `at a served store the app's server tells of grace and of retry`() async throws {
    let server = try await ServeProcess.start(
      CommandLineFixture(), "--environment", "production")
    let site = try await RemoteSite(of: server)
    defer { withExtendedLifetime((server, site)) {} }
    try await subscribe("ann", at: site.operator)
    let app = try await site.app(secret: site.secret)

    try await expectGraceAndRetry(in: app, at: site.operator)
    let state = try await site.printedState(of: Self.plan)
    #expect(state == "inBillingRetryPeriod")
    // The receipt has no renewals: without the server, the plan has just ended.
    let alone = try await site.app(secret: nil).connected { await $0.reload() }
    #expect(alone.state(of: Self.plan) == .expired && alone.state(of: Self.car) == .purchased)
    #expect(alone.statusFailure == "the app has no server that verifies receipts")
  }

  @Test func `without its server or its secret, the app knows a remote customer by the receipt`()
    async throws
  {
    let server = try await ServeProcess.start(CommandLineFixture())
    let site = try await RemoteSite(of: server)
    defer { withExtendedLifetime((server, site)) {} }
    try await subscribe("ann", at: site.operator)
    let known = try await site.app(secret: site.secret).connected { controller in
      _ = await controller.restore(before: controller.launch().store)
      return await controller.reload()
    }
    #expect(known.statusFailure == nil && !known.groups.isEmpty)

    let refused = try await site.app(secret: "guess").connected { await $0.reload() }
    let offline = try await site.app(secret: site.secret, at: site.away).connected {
      await $0.reload()
    }

    #expect(refused.statusFailure == "verifyReceipt answered with the status 21004")
    #expect(offline.statusFailure != nil && offline.offlineSince != nil)
    for store in [refused, offline] {
      #expect(store.state(of: Self.plan) == .subscribed && store.groups.isEmpty)
      #expect(store.state(of: Self.car) == .purchased)
    }
  }

  @Test(arguments: [StoreEnvironment.sandbox, .production])
  func `at this machine's store the app's server tells of grace and of retry`(
    environment: StoreEnvironment
  ) async throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    var chosen = CustomerStoreSettings(
      folder: DataFolder(url: folder.url.appending(path: "data")))
    chosen.environment = environment
    let settings = chosen
    try await StoreUse.$locks.withValue(ProcessLocks()) {
      let store = try await LocalStore.open(settings, else: CatalogueFile.builtIn)
      let device = try await store.client.device(.usual)
      try await subscribe(device.account, at: store.engine)
      let app = try await OriginalApp(
        store.engine.backend(for: device.token, instance: InstanceID(UUID())), device,
        LocalReceiptServer(store, in: device.environment))

      try await expectGraceAndRetry(in: app, at: store.engine)
    }
  }

  @Test func `a file of the shared secret that is empty or that others can read is refused`() throws
  {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let file = folder.url.appending(path: "secret")
    let store = HTTPStore(try StoreAddress("http://localhost:1"))
    try PrivateFile.write(Data("\n".utf8), to: file)

    let empty = #expect(throws: CommandFailure.self) {
      try RemoteReceiptServer(store, in: .sandbox, secretPath: file.path)
    }
    #expect(empty?.code == "sharedSecret")

    try FileManager.default.setAttributes(
      [.posixPermissions: 0o644], ofItemAtPath: file.path)
    #expect(throws: ExposedFileError.self) {
      try RemoteReceiptServer(store, in: .sandbox, secretPath: file.path)
    }
  }

  /// The customer buys a car and a plan, whose payments fail from the first renewal on.
  private func subscribe(_ account: String, at store: any StoreOperator) async throws {
    let commands: [OperatorCommand] = [
      .setClock(frozen: true), .setGracePeriod(gracePeriod: .days16),
      .buy(purchase: purchase(of: Self.car, by: account)),
      .buy(purchase: purchase(of: Self.plan, by: account)),
      .failBilling(subscription: .product(Self.plan, account: account)),
    ]
    for command in commands { _ = try await store.perform(command) }
  }

  private func purchase(of productID: String, by account: String) -> OperatorPurchase {
    OperatorPurchase(
      order: Order(key: OrderKey(UUID()), productID: productID), account: account)
  }

  private func advance(_ text: String, at store: any StoreOperator) async throws {
    let duration = try #require(CalendarDuration(text))
    _ = try await store.perform(.advance(move: .by(duration)))
  }

  /// Restores the purchases, and reads the plan's state in its period, in grace and in retry.
  private func expectGraceAndRetry(in app: OriginalApp, at store: any StoreOperator) async throws {
    try await app.connected { controller in
      _ = await controller.restore(before: controller.launch().store)
      var states = [await controller.reload().state(of: Self.plan)]
      for time in ["P1M1D", "P16D"] {
        try await advance(time, at: store)
        let now = await controller.reload()
        #expect(now.statusFailure == nil && now.state(of: Self.car) == .purchased)
        states.append(now.state(of: Self.plan))
      }
      #expect(states == [.subscribed, .inGracePeriod, .inBillingRetryPeriod])
    }
  }
}

/// One run of SK Demo on original StoreKit.
private struct OriginalApp: Sendable {
  private let session: StoreSession
  private let controller: StoreController

  init(
    _ backend: any StoreBackend, _ device: DeviceStore, _ server: (any ReceiptServer)?
  ) async throws {
    var environment = SessionEnvironment.live
    environment.diagnose = { _ in }
    session = try await StoreSession(
      backend, sheets: AgreeingSheets(), device: device, environment: environment)
    controller = StoreController(
      session: session, presentation: .read(CatalogueFile.builtInData), folder: device.folder,
      generation: .original, receiptServer: server)
  }

  /// Runs `body` while StoreKit's static properties ask this run's session.
  func connected<Value: Sendable>(
    _ body: @Sendable (StoreController) async throws -> Value
  ) async rethrows -> Value {
    try await StoreSession.$current.withValue(session) { try await body(controller) }
  }
}

/// A customer's device at a store that another process serves.
private struct RemoteSite {
  let store: HTTPStore
  let `operator`: HTTPOperator
  let secret: String
  /// A store that does not answer.
  let away: HTTPStore
  private let folder: URL
  private let customer: RemoteCustomer
  private let device: DeviceStore

  init(of server: ServeProcess) async throws {
    customer = try await RemoteCustomer.signedUp("ann", at: server)
    folder = customer.commandLine.data
    store = try server.store()
    let access = try store.operator(key: server.operatorKey())
    guard case .sharedSecret(let secret) = try await access.perform(.sharedSecret()).value else {
      throw FixtureError(text: "the store has no secret")
    }
    `operator` = access
    self.secret = secret
    var settings = HTTPStore.Settings()
    settings.answerTimeout = .milliseconds(50)
    away = HTTPStore(try StoreAddress("http://localhost:1"), settings)
    device = try await LocalClient(
      folder: customer.folder, connection: .remote(store.accounts, address: server.url)
    ).device(.usual)
  }

  /// A run of the app on the device, whose server has this secret; `nil` for an app without a server.
  func app(secret: String?, at store: HTTPStore? = nil) async throws -> OriginalApp {
    let store = store ?? self.store
    let server = try secret.map { secret in
      try RemoteReceiptServer(
        store, in: device.environment, secretPath: file(of: secret).path)
    }
    return try await OriginalApp(
      store.backend(
        token: device.token, instance: InstanceID(UUID()), trusting: device.rootCertificate),
      DeviceStore.open(device.folder), server)
  }

  /// The state of a product that `skdemo --storekit original --json` prints on the device.
  func printedState(of productID: String) async throws -> String? {
    let run = try await customer.commandLine.skdemo(
      ["--storekit", "original", "--json"],
      environment: [
        "SKDEMO_STORE": customer.url, "SKDEMO_SHARED_SECRET_FILE": file(of: secret).path,
      ])
    let products = try run.json()["products"] as? [[String: Any]]
    return products?.first { $0["id"] as? String == productID }?["state"] as? String
  }

  /// A new file with a secret, which nobody else can read.
  private func file(of secret: String) throws -> URL {
    let file = folder.appending(path: "secret-\(UUID())")
    try PrivateFile.write(Data(secret.utf8), to: file)
    return file
  }
}

/// A customer who confirms everything at once.
private struct AgreeingSheets: Sheets {
  func confirm(_ sheet: PurchaseSheet) async -> Bool { true }
  func finish(_ sheet: PurchaseSheet, with ending: PurchaseSheet.Ending) async {}
  func choose(in sheet: SubscriptionSheet) async -> SubscriptionSheet.Action? { sheet.agreement }
  func finish(_ sheet: SubscriptionSheet, failure: String?) async {}
  func authenticate(account: String) async -> Bool { true }
}
