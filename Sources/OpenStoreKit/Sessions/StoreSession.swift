import AppStorePayloads
package import StoreAPI

/// One running copy of an app on one device of one store; StoreKit's statics ask it.
///
/// StoreKit's own interface is public. This one adds what a storefront needs beyond it, in this
/// module's and Foundation's types only.
///
/// A session creates its parts and connects them. Each part owns its state and the lock of that state.
/// After a change in one part, the session performs the actions that follow in the others, without a
/// lock.
package final class StoreSession: Sendable {
  /// The session of this task, which tests use in place of the process's.
  @TaskLocal package static var current: StoreSession?
  /// The session of this process; tests that run several programs in one process give each its own.
  @TaskLocal static var process: ProcessSession = ProcessSession()

  let backend: any StoreBackend
  let sheets: any Sheets
  /// The device's file.
  package let device: DeviceStore
  let environment: SessionEnvironment
  /// Corresponds to `SKIncludeConsumableInAppPurchaseHistory`.
  package let includesFinishedConsumables: Bool
  /// The environment of the device's store.
  let storeEnvironment: StoreEnvironment
  let reader: SignedDataReader
  let receiptFile: ReceiptFile
  let receiptVerifier: ReceiptVerifier
  let customer: KnownCustomer
  let persistence: DevicePersistence
  let productCache: ProductCache
  let currentStorefront: CurrentStorefront
  let pendingMessages = PendingMessages()
  let openSheets = OpenSheets()
  let updates = UpdateBroadcasts()
  let finishing = FinishQueue()
  /// The payment queue of the tasks that have this session as their own.
  let paymentQueue = PaymentQueueHolder()

  /// The ID that signed data for this device is bound to.
  package let deviceVerificationID: UUID

  /// Creates a session without asking the store; the transactions that the device keeps are verified
  /// again.
  ///
  /// Signed data that names another environment than the device's store is not trusted.
  ///
  /// - Throws: ``DeviceStoreError`` if the device's file can no longer be read.
  package init(
    _ backend: any StoreBackend, sheets: any Sheets, device: DeviceStore,
    includesFinishedConsumables: Bool = false, environment: SessionEnvironment = .live
  ) async throws(DeviceStoreError) {
    let record = try device.read()
    storeEnvironment = record.storeEnvironment
    deviceVerificationID = record.device.verificationID.uuid
    reader = SignedDataReader(
      SignedDataVerifier(
        rootCertificate: record.rootCertificate, bundleID: record.bundleID,
        environment: storeEnvironment, device: deviceVerificationID), diagnose: environment.diagnose
    )
    receiptFile = ReceiptFile(in: device.folder, environment: storeEnvironment)
    receiptVerifier = ReceiptVerifier(rootCertificates: [record.rootCertificate])
    self.backend = backend
    self.sheets = sheets
    self.device = device
    self.environment = environment
    self.includesFinishedConsumables = includesFinishedConsumables
    productCache = ProductCache(known: record.products)
    currentStorefront = CurrentStorefront(record.storefront)
    let kept: VerifiedPurchases? =
      if let purchases = record.purchases { await reader.purchases(purchases) } else { nil }
    customer = KnownCustomer(
      record, kept, messages: pendingMessages, environment: environment)
    persistence = DevicePersistence(device, of: customer, environment: environment)
  }

  deinit {
    updates.stop()
    persistence.keepWaiting()
  }
}
