import OpenStoreKit
import Synchronization

/// The app's observer of the payment queue: passes on what it receives, in order.
final class PaymentObserver: NSObject, SKPaymentTransactionObserver, Sendable {
  enum Event: Sendable {
    case updated([PaymentEvent])
    /// The store has answered that these transactions are finished.
    case removed(Set<UInt64>)
    /// All purchases that can be restored were delivered, or restoring failed with this error.
    case restoreEnded(SKError?)
    /// The customer has lost a product, or is in another storefront.
    case changed
  }

  /// One task can read them.
  let events: AsyncStream<Event>
  private let note: AsyncStream<Event>.Continuation
  /// `nil` before ``observe(_:)``.
  private let queue = Mutex<SKPaymentQueue?>(nil)

  override init() {
    (events, note) = AsyncStream.makeStream()
    super.init()
  }

  deinit {
    note.finish()
    queue.withLock { $0 }?.remove(self)
  }

  /// Observes a queue until this is released.
  func observe(_ queue: SKPaymentQueue) {
    self.queue.withLock { $0 = queue }
    queue.add(self)
  }

  func paymentQueue(
    _ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]
  ) {
    note.yield(.updated(transactions.map { PaymentEvent($0) }))
  }

  func paymentQueue(
    _ queue: SKPaymentQueue, removedTransactions transactions: [SKPaymentTransaction]
  ) {
    let ids = transactions.map { PaymentEvent($0) }.compactMap(\.transactionID)
    note.yield(.removed(Set(ids)))
  }

  func paymentQueue(
    _ queue: SKPaymentQueue, restoreCompletedTransactionsFailedWithError error: any Error
  ) {
    note.yield(.restoreEnded(error as? SKError ?? SKError(.unknown)))
  }

  func paymentQueueRestoreCompletedTransactionsFinished(_ queue: SKPaymentQueue) {
    note.yield(.restoreEnded(nil))
  }

  func paymentQueue(
    _ queue: SKPaymentQueue, didRevokeEntitlementsForProductIdentifiers productIdentifiers: [String]
  ) {
    note.yield(.changed)
  }

  func paymentQueueDidChangeStorefront(_ queue: SKPaymentQueue) { note.yield(.changed) }
}
