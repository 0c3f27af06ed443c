import OpenStoreKit

/// What the observer receives about one transaction of the payment queue.
struct PaymentEvent: Sendable {
  /// How a payment of the customer can end.
  enum Ending: Sendable {
    case purchased
    /// It was bought but not delivered, for this reason, which is the end of a sentence.
    case undelivered(String)
    case deferred
    case failed(SKError)
  }

  enum State: Sendable {
    case purchasing, purchased, restored, deferred
    case failed(SKError)
  }

  let productID: String
  let quantity: Int
  let state: State
  /// `nil` unless it is purchased or restored.
  let transactionID: UInt64?
  let date: Date?
}

extension PaymentEvent {
  init(_ transaction: SKPaymentTransaction) {
    self.init(
      productID: transaction.payment.productIdentifier, quantity: transaction.payment.quantity,
      state: State(transaction),
      transactionID: transaction.transactionIdentifier.flatMap { UInt64($0) },
      date: transaction.transactionDate)
  }
}

extension PaymentEvent {
  /// Whether the purchase is no longer in progress.
  var isEnded: Bool {
    if case .purchasing = state { false } else { true }
  }
}

extension PaymentEvent.State {
  fileprivate init(_ transaction: SKPaymentTransaction) {
    self =
      switch transaction.transactionState {
      case .purchasing: .purchasing
      case .purchased: .purchased
      case .failed: .failed(transaction.error as? SKError ?? SKError(.unknown))
      case .restored: .restored
      case .deferred: .deferred
      }
  }
}
