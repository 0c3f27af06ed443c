package import AppStorePayloads
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
    var keeping = WriteThrottle()
  }

  /// The session of this task, which tests use in place of the process's.
  @TaskLocal package static var current: StoreSession?
  /// The session of this process; tests that run several programs in one process give each its own.
  @TaskLocal static var process: ProcessSession = ProcessSession()

  let backend: any StoreBackend
  let sheets: any Sheets
  /// The device's file.
  package let device: DeviceStore
  let environment: SessionEnvironment
  let includesFinishedConsumables: Bool
  let storeEnvironment: StoreEnvironment
  let reader: SignedDataReader
  private let state: Mutex<State>
  let productCache: ProductCache
  let currentStorefront: CurrentStorefront
  let pendingMessages = PendingMessages()
  let openSheets = OpenSheets()
  let updates = UpdateBroadcasts()
  let finishing = FinishQueue()
  let connectionBroadcast = Broadcast<Connection>()

  /// The ID that signed data for this device is bound to.
  package let deviceVerificationID: UUID

  /// Creates a session without asking the store; the transactions that the device keeps are verified
  /// again.
  ///
  /// Signed data that names another environment than `storeEnvironment` is not trusted.
  ///
  /// - Throws: ``DeviceStoreError`` if the device's file can no longer be read.
  package init(
    _ backend: any StoreBackend, sheets: any Sheets, device: DeviceStore,
    includesFinishedConsumables: Bool = false, environment: SessionEnvironment = .live,
    storeEnvironment: StoreEnvironment = .sandbox
  ) async throws(DeviceStoreError) {
    let record = try device.read()
    deviceVerificationID = record.device.verificationID.uuid
    reader = SignedDataReader(
      SignedDataVerifier(
        rootCertificate: record.rootCertificate, bundleID: record.bundleID,
        environment: storeEnvironment, device: deviceVerificationID), diagnose: environment.diagnose
    )
    self.backend = backend
    self.sheets = sheets
    self.device = device
    self.environment = environment
    self.includesFinishedConsumables = includesFinishedConsumables
    self.storeEnvironment = storeEnvironment
    productCache = ProductCache(known: record.products)
    currentStorefront = CurrentStorefront(record.storefront.map(Storefront.init))
    let kept: VerifiedPurchases? =
      if let purchases = record.purchases { await reader.purchases(purchases) } else { nil }
    state = Mutex(State(record, kept, environment: environment))
  }

  deinit {
    updates.stop()
    keepWaiting()
  }

  /// Reads or changes the session's state under its lock.
  func withState<Result>(_ body: (inout State) -> sending Result) -> sending Result {
    state.withLock(body)
  }
}

extension StoreSession.State {
  fileprivate init(
    _ record: DeviceRecord, _ kept: VerifiedPurchases?, environment: SessionEnvironment
  ) {
    let silence = max(0, environment.wallClock().timeIntervalSince(record.heardAt))
    // What the operator simulated then may be over; the store's next answer says what is simulated now.
    var time = record.time
    time.simulatedErrors = [:]
    let waiting = record.orders.filter(\.isPending).map { ($0.key, $0.productID) }
    customer = CustomerState(
      clock: SessionClock(
        answered: time, readAt: environment.monotonic() - .seconds(silence)),
      known: KnownPurchases(kept, cursor: record.cursor),
      pending: Dictionary(waiting) { first, _ in first },
      kept: Set(record.unfinished?.compactMap(\.identity) ?? []),
      newest: ReceivedTransaction(newestIn: record))
  }
}
