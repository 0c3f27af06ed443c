import AppStorePayloads

/// A transaction of the payment queue, in one state.
struct QueuedTransaction: Equatable, Sendable {
  /// Identifies it in its queue, in all its states.
  let id: Int
  var payment: PaymentDetails
  var state: SKPaymentTransactionState
  /// The store's transaction; `nil` unless the state is purchased or restored.
  var bought: BoughtTransaction?
  /// The error; `nil` unless the state is failed.
  var error: SKError?
  /// The ID of the order that waits; `nil` if it is not known.
  var orderID: TransactionID?
  /// Whether the app has finished it, and the store has not answered yet.
  var isFinishing = false
}

/// A transaction that the store has signed.
struct BoughtTransaction: Equatable, Sendable {
  let signed: Signed<TransactionPayload>
  /// The store's epoch when it was received; in another epoch, its ID can belong to another
  /// transaction.
  let epoch: Int

  var id: TransactionID { signed.payload.transactionId }
}

extension QueuedTransaction {
  /// The transaction that a restored one restores; `nil` in every other state.
  var original: QueuedTransaction? {
    guard state == .restored else { return nil }
    return QueuedTransaction(id: -id, payment: payment, state: .purchased, bought: bought)
  }
}

extension PaymentDetails {
  /// The payment of a transaction that another device or the store has made.
  init(_ payload: TransactionPayload) {
    self.init(
      productIdentifier: payload.productId, quantity: payload.quantity,
      applicationUsername: payload.appAccountToken?.uuid.uuidString)
  }
}

extension TransactionPayload {
  /// Whether `restoreCompletedTransactions()` restores it once it is finished.
  var isRestorable: Bool {
    revocationDate == nil && (type == .nonConsumable || type == .autoRenewable)
  }
}
