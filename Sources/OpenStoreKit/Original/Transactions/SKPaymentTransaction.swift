import AppStorePayloads

/// A transaction in the payment queue.
///
/// It does not change: when the state changes, the queue delivers another object, which is equal to this
/// one. A test may subclass this and override the properties.
open class SKPaymentTransaction: NSObject {
  /// `nil` if a test has made this transaction.
  private(set) var queued: QueuedTransaction?

  /// Creates an empty transaction that is in no queue, for a subclass in a test.
  public override init() {
    queued = nil
    super.init()
  }

  // Convenient, so that a class of the app inherits the public initializer.
  convenience init(_ queued: QueuedTransaction) {
    self.init()
    self.queued = queued
  }

  /// The payment that led to the transaction.
  open var payment: SKPayment { SKPayment(queued?.payment ?? PaymentDetails()) }
  /// The state of the transaction.
  open var transactionState: SKPaymentTransactionState { queued?.state ?? .purchasing }
  /// The transaction's ID in the store; `nil` unless it is purchased or restored.
  ///
  /// A restored transaction has the ID of the transaction that it restores: the store makes no new one.
  open var transactionIdentifier: String? { payload?.transactionId.description }
  /// The date of the purchase or the renewal; `nil` unless it is purchased or restored.
  open var transactionDate: Date? { payload?.purchaseDate }
  /// The transaction that was restored; `nil` unless the state is `restored`.
  open var original: SKPaymentTransaction? { queued?.original.map(SKPaymentTransaction.init) }
  /// The error of a failed transaction, an ``SKError``; `nil` in every other state.
  open var error: (any Error)? { queued?.error }
  /// The content that Apple hosts for the product; always empty.
  open var downloads: [SKDownload] { [] }

  /// Returns whether both are the same transaction of a queue, in any state.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let queued, let other = object as? SKPaymentTransaction else {
      return super.isEqual(object)
    }
    return queued.id == other.queued?.id
  }

  /// A hash of what ``isEqual(_:)`` compares.
  open override var hash: Int { queued?.id.hashValue ?? super.hash }

  private var payload: TransactionPayload? { queued?.bought?.signed.payload }
}
