import AppStorePayloads
import Foundation
import PrivateFiles
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import TestSupport

@testable import OpenStoreKit

/// One running copy of an app on one of alice's devices.
struct Customer {
  let store: StoreFixture
  let folder: TemporaryFolder
  let registration: Registration
  let line: Line
  let tampering: TamperingStore
  let sheets: ScriptedSheets
  let recorder: EnvironmentRecorder
  let session: StoreSession

  /// A device that has never run, by default of a new store.
  static func onNewDevice(
    _ name: String = "alpha", of store: StoreFixture? = nil,
    sheets: ScriptedSheets = ScriptedSheets()
  ) async throws -> Customer {
    let store = if let store { store } else { try await StoreFixture.make() }
    let registration = try await store.device(name).registration
    let folder = try TemporaryFolder()
    let time = try await store.engine.clock()
    _ = try DeviceStore.create(
      folder.url, account: store.signIn.account.name,
      registration: Answer(registration, at: time), wallClock: .fixture)
    return try await run(store, folder, registration, sheets)
  }

  /// Another of the customer's devices.
  func otherDevice() async throws -> Customer { try await Self.onNewDevice("beta", of: store) }

  /// Another run of the app on the same device.
  func again(
    sheets: ScriptedSheets = ScriptedSheets(), appVersion: String = "1.0"
  ) async throws -> Customer {
    try await Self.run(store, folder, registration, sheets, appVersion: appVersion)
  }

  /// Another run of the app on the same device, which finds this store at its address.
  func again(
    at other: StoreFixture, as newer: Registration? = nil
  ) async throws -> Customer {
    try await Self.run(other, folder, newer ?? registration, ScriptedSheets())
  }

  private static func run(
    _ store: StoreFixture, _ folder: TemporaryFolder, _ registration: Registration,
    _ sheets: ScriptedSheets, appVersion: String = "1.0"
  ) async throws -> Customer {
    let tampering = TamperingStore(try await store.backend(of: registration))
    let line = Line(to: tampering)
    let recorder = EnvironmentRecorder()
    var environment = recorder.environment
    environment.appVersion = appVersion
    let session = try await StoreSession(
      line, sheets: sheets, device: try DeviceStore.open(folder.url), environment: environment)
    return Customer(
      store: store, folder: folder, registration: registration, line: line, tampering: tampering,
      sheets: sheets, recorder: recorder, session: session)
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

  /// Ends the renewal of the standard plan, as the store's operator.
  func endRenewal() async throws {
    _ = try await store.engine.perform(
      .disableAutoRenew(subscription: .product("subscription.standard", account: nil)))
  }

  /// What the customer is entitled to, in the order of the product IDs.
  func owned() async -> [String] {
    await session.snapshot().entitlements.map(\.unsafePayloadValue.productID).sorted()
  }

  /// The products of unfinished transactions.
  func unfinished() async -> [String] {
    await unfinishedTransactions().map(\.unsafePayloadValue.productID)
  }

  /// The unfinished transactions, as the app reads them.
  func unfinishedTransactions() async -> [VerificationResult<Transaction>] {
    await Array(Transaction.Transactions.unfinished(of: session))
  }

  /// The content of the device's file.
  func record() throws -> DeviceRecord { try DeviceStore.open(folder.url).read() }

  /// The keys of orders whose result is not known.
  func openOrders() throws -> [OrderKey] { try record().orders.map(\.key) }

  /// Listens, and returns when the stream is open; the store's calls are counted from then on.
  func listenToOpenStream() async throws -> LimitedIterator<Transaction.Transactions> {
    let updates = listen()
    try await until(.current)
    line.countAnew()
    return updates
  }

  /// Waits until the device knows its purchases in this state.
  func until(_ state: KnownPurchases.State) async throws {
    try await wait { session.customer.withLock { $0.known.state } == state }
  }

  /// A listener that listens from now on.
  func listen() -> LimitedIterator<Transaction.Transactions> {
    Transaction.Transactions.updates(of: session).makeLimitedIterator()
  }
}

struct NoProduct: Error {
  let id: String
}

extension LimitedIterator<Transaction.Transactions> {
  /// The product of the next transaction.
  mutating func nextProduct() async -> String? { await next()?.unsafePayloadValue.productID }

  /// The next transaction with this property; the others are skipped.
  mutating func next(where isWanted: (Transaction) -> Bool) async -> Transaction? {
    while let transaction = await next()?.unsafePayloadValue {
      if isWanted(transaction) { return transaction }
    }
    return nil
  }
}

extension PurchaseOutcome {
  /// The transaction of a purchase that succeeded and can be trusted.
  func transaction() throws -> Transaction {
    guard case .success(let result) = result else { throw NoProduct(id: "\(self.result)") }
    return try result.payloadValue
  }
}

extension Transaction {
  /// The transaction's number in the operator's commands.
  var transactionID: TransactionID { TransactionID(rawValue: id) }
}

extension Array {
  /// The elements of a finite sequence.
  init<S: AsyncSequence>(_ sequence: S) async where S.Element == Element, S.Failure == Never {
    self = await sequence.reduce(into: []) { $0.append($1) }
  }
}
