import StoreAPI
import Synchronization

/// The queue of the customer's payments in original StoreKit.
///
/// ```swift
/// SKPaymentQueue.default().add(observer)          // first thing at launch
/// SKPaymentQueue.default().add(SKPayment(product: product))
/// ```
///
/// It works on the same store and the same purchases as StoreKit 2. While it has an observer, it delivers
/// the transactions that are not finished, then each that is made or changed elsewhere. Its methods can be
/// called on every thread; it calls observers and its delegate on the main queue, and retains neither.
public final class SKPaymentQueue: NSObject, Sendable {
  struct State {
    var payments = PaymentQueueState()
    var lastObserver = 0
    /// By their numbers.
    var observers: [Int: MainQueueReference] = [:]
    var delegate: MainQueueReference?
    /// Follows the store while there is an observer.
    var synchronisation: Task<Void, Never>?
    /// The price increases about which the delegate was asked.
    var askedConsents: Set<Message> = []
    /// The purchases of the App Store for which no observer has answered.
    var leftIntents: Set<PendingIntent> = []
    /// The number of calls of observers without a method of their own for the purchases of the App
    /// Store.
    var missingMethods = 0
  }

  let state = Mutex(State())
  /// Sends when an observer was added.
  let addedObservers = Broadcast<Void>()
  private weak let process: ProcessSession?
  /// The session of a queue that is not the process's.
  private weak let ownSession: StoreSession?
  private let isOfProcess: Bool

  init(of process: ProcessSession, session: StoreSession? = nil) {
    self.process = process
    ownSession = session
    isOfProcess = session == nil
    super.init()
  }

  /// The queue of this process.
  ///
  /// It can be used before the process is connected to a store: it then waits for the store.
  public static func `default`() -> SKPaymentQueue { .current }

  /// Whether the customer can make payments; as ``AppStore/canMakePayments``.
  public static func canMakePayments() -> Bool { AppStore.canMakePayments }

  /// The transactions that are not finished, oldest first; only up to date while there is an observer.
  public var transactions: [SKPaymentTransaction] {
    state.withLock { $0.payments.transactions }.filter { !$0.isFinishing }
      .map(SKPaymentTransaction.init)
  }

  /// The customer's storefront; `nil` before the store has answered once.
  public var storefront: SKStorefront? {
    connectedSession?.currentStorefront.record.map { SKStorefront(Storefront($0)) }
  }

  /// Adds a payment: its transaction is delivered as `purchasing` and then as it ends.
  ///
  /// The customer confirms it in the App Store's sheet. A payment that asks for nothing, or for a quantity
  /// below 1, fails with ``SKError/Code/paymentInvalid``.
  public func add(_ payment: SKPayment) { receive(.paid(PaymentDetails(payment))) }

  /// Finishes a transaction that is purchased, failed or restored: it is removed from the queue.
  ///
  /// A purchased one is removed after the store has answered; if the store cannot be reached, it is asked
  /// again when it answers. A transaction that is not in the queue, or is deferred, is left as it is.
  ///
  /// - Precondition: The transaction is not being purchased.
  public func finishTransaction(_ transaction: SKPaymentTransaction) {
    guard let id = transaction.queued?.id else { return }
    let current = state.withLock { $0.payments[id] }
    precondition(
      current?.state != .purchasing,
      "Cannot finish a transaction that is purchasing: wait until it is purchased or has failed")
    receive(.finish(id))
  }

  /// Asks the customer to authenticate, and delivers each of their finished non-consumables and periods of
  /// subscriptions as `restored`.
  ///
  /// Call it only if the customer asks for it. Consumables, non-renewing subscriptions and refunded
  /// purchases are not restored. Then the observers'
  /// ``SKPaymentTransactionObserver/paymentQueueRestoreCompletedTransactionsFinished(_:)`` is
  /// called, or
  /// ``SKPaymentTransactionObserver/paymentQueue(_:restoreCompletedTransactionsFailedWithError:)``.
  public func restoreCompletedTransactions() {
    Task.detached { await self.restore() }
  }

  /// As ``restoreCompletedTransactions()``; this store ignores the user name.
  public func restoreCompletedTransactions(withApplicationUsername username: String?) {
    restoreCompletedTransactions()
  }

  /// Asks the customer for an offer code; the queue delivers the transaction.
  public func presentCodeRedemptionSheet() {
    perform("redeeming an offer code") { try await $0.presentOfferCodeRedeemSheet() }
  }

  /// Shows the price increases that wait for the customer's consent, if there are any.
  public func showPriceConsentIfNeeded() {
    perform("showing a price increase") { session in
      for message in await session.duePriceConsents() { await session.tryToShow(message) }
    }
  }
}

// MARK: - Downloads

extension SKPaymentQueue {
  /// Does nothing: this store has no downloads.
  public func start(_ downloads: [SKDownload]) {}

  /// Does nothing: this store has no downloads.
  public func pause(_ downloads: [SKDownload]) {}

  /// Does nothing: this store has no downloads.
  public func resume(_ downloads: [SKDownload]) {}

  /// Does nothing: this store has no downloads.
  public func cancel(_ downloads: [SKDownload]) {}
}

// MARK: - The session

extension SKPaymentQueue {
  /// The session; `nil` if the process is not connected, or the session is released.
  var connectedSession: StoreSession? { isOfProcess ? process?.session : ownSession }

  /// The session, after waiting until the process is connected; `nil` if the task is cancelled or
  /// the session is released.
  var awaitedSession: StoreSession? {
    get async {
      if let session = connectedSession { return session }
      guard isOfProcess, let process else { return nil }
      return await StoreSession.$process.withValue(process) { await StoreSession.awaited }
    }
  }

  /// The session.
  ///
  /// - Throws: ``StoreKitError/systemError(_:)`` if the process is not connected, and
  ///   ``StoreKitError/unknown`` if the process or the session is released.
  func requireSession() async throws -> StoreSession {
    if let session = connectedSession { return session }
    guard isOfProcess, let process else { throw StoreKitError.unknown }
    return try await StoreSession.$process.withValue(process) { try await StoreSession.connected() }
  }

  /// Runs code of the app in the queue's own process and session.
  @discardableResult
  func inContext<Result>(_ body: () -> Result) -> Result? {
    guard let process else { return nil }
    return StoreSession.$process.withValue(process) {
      StoreSession.$current.withValue(ownSession) { body() }
    }
  }

  /// Performs work that returns no error to the app; a diagnostic reports an error.
  private func perform(
    _ action: String, _ work: @escaping @Sendable (StoreSession) async throws -> Void
  ) {
    Task.detached {
      do {
        try await work(self.requireSession())
      } catch {
        let diagnose = self.connectedSession?.environment.diagnose ?? Diagnostic.print
        diagnose(.failed(doing: action, reason: error.sentence))
      }
    }
  }
}
