package import StoreAPI
import Synchronization

/// One running copy of an app on one device of one store; StoreKit's statics ask it.
///
/// StoreKit's own interface is public. This one adds what a storefront needs beyond it, in this
/// module's and Foundation's types only.
package final class StoreSession: Sendable {
  /// The parts of a session that change.
  struct State: Sendable {
    var customer: CustomerState
    var storefront: Storefront?
    var products: [StoreProduct]
    var listener: Task<Void, Never>?
    var warnedOfNoListener = false
    var messages = MessageQueue()
  }

  /// The session of this task, which tests use in place of the process's.
  @TaskLocal package static var current: StoreSession?
  private static let process = ProcessSession()

  let backend: any StoreBackend
  let sheets: any Sheets
  /// The device's file.
  package let device: DeviceStore
  let environment: SessionEnvironment
  let includesFinishedConsumables: Bool
  let reader: SignedDataReader
  private let state: Mutex<State>
  let transactionBroadcast = Broadcast<Signed<TransactionPayload>>()
  let statusBroadcast = Broadcast<CustomerHoldings.Subscription>()
  let storefrontBroadcast = Broadcast<Storefront>()
  let connectionBroadcast = Broadcast<Connection>()
  let timeBroadcast = Broadcast<Void>()

  /// The ID that signed data for this device is bound to.
  package let deviceVerificationID: UUID

  /// Creates a session without asking the store; the transactions that the device keeps are verified
  /// again.
  ///
  /// - Throws: ``DeviceStoreFault`` if the device's file can no longer be read.
  package init(
    _ backend: any StoreBackend, sheets: any Sheets, device: DeviceStore,
    includesFinishedConsumables: Bool = false, environment: SessionEnvironment = .live
  ) async throws(DeviceStoreFault) {
    let record = try device.read()
    deviceVerificationID = record.device.verificationID.uuid
    reader = SignedDataReader(
      SignedDataVerifier(
        rootCertificate: record.rootCertificate, bundleID: record.bundleID,
        device: deviceVerificationID), diagnose: environment.diagnose)
    self.backend = backend
    self.sheets = sheets
    self.device = device
    self.environment = environment
    self.includesFinishedConsumables = includesFinishedConsumables
    let kept: CustomerHoldings? =
      if let holdings = record.holdings { await reader.holdings(holdings) } else { nil }
    state = Mutex(State(record, kept, environment: environment))
  }

  deinit { withState { $0.listener }?.cancel() }

  /// Reads or changes the session's state under its lock.
  func withState<Result>(_ body: (inout State) -> sending Result) -> sending Result {
    state.withLock(body)
  }
}

extension StoreSession.State {
  fileprivate init(
    _ record: DeviceRecord, _ kept: CustomerHoldings?, environment: SessionEnvironment
  ) {
    let silence = max(0, environment.wallClock().timeIntervalSince(record.heardAt))
    let waiting = record.orders.filter(\.isPending).map { ($0.key, $0.productID) }
    customer = CustomerState(
      clock: SessionClock(
        answered: record.time, readAt: environment.monotonic() - .seconds(silence)),
      known: KnownHoldings(kept, cursor: record.cursor),
      pending: Dictionary(waiting) { first, _ in first })
    storefront = record.storefront.map(Storefront.init)
    products = record.products
  }
}

extension StoreSession {
  /// The task's session, else the process's; `nil`, with a diagnostic, if there is none.
  static var active: StoreSession? {
    if let session = current ?? process.session { return session }
    Diagnostic.print(.notConnected)
    return nil
  }

  /// The task's session, else the process's.
  ///
  /// - Throws: ``StoreKitError/systemError(_:)`` if there is none.
  package static func connected() throws -> StoreSession {
    guard let active else {
      throw StoreKitError.systemError(SystemErrorReason(Diagnostic.notConnected.description))
    }
    return active
  }

  /// Lets StoreKit's statics ask the session that `make` makes from now on.
  ///
  /// - Returns: The session.
  /// - Throws: ``StoreKitError/systemError(_:)`` if the process is connected already or is being
  ///   connected, without making a session; the errors of `make`.
  @discardableResult
  package static func connectProcess(
    making make: () async throws -> StoreSession
  ) async throws -> StoreSession {
    try await process.take(make)
  }
}

extension AppStore {
  /// Connects this process to a store, once; StoreKit's statics ask this session from now on.
  ///
  /// It does not ask the store yet, so that an app can listen to ``Transaction/updates`` before
  /// anything else. It succeeds offline.
  ///
  /// - Parameters:
  ///   - backend: The store as this device sees it.
  ///   - sheets: The sheets that ask the customer.
  ///   - device: The device's file.
  ///   - includesFinishedConsumables: Corresponds to `SKIncludeConsumableInAppPurchaseHistory`.
  ///   - environment: The machine's clocks, random numbers and diagnostics.
  /// - Returns: The session that StoreKit's statics ask from now on.
  /// - Throws: ``DeviceStoreFault`` if the device's file can no longer be read;
  ///   ``StoreKitError/systemError(_:)`` if the process is connected already.
  @discardableResult
  package static func connect(
    _ backend: any StoreBackend, sheets: any Sheets, device: DeviceStore,
    includesFinishedConsumables: Bool = false, environment: SessionEnvironment = .live
  ) async throws -> StoreSession {
    try await StoreSession.connectProcess {
      try await StoreSession(
        backend, sheets: sheets, device: device,
        includesFinishedConsumables: includesFinishedConsumables, environment: environment)
    }
  }
}
