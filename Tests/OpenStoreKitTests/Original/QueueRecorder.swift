import Dispatch
import Foundation
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import TestSupport

@testable import OpenStoreKit

/// An observer of an app, which records its calls, with a line for each transaction and each other
/// call.
final class QueueRecorder: NSObject, SKPaymentTransactionObserver {
  /// The recorded lines, such as `purchased nonconsumable.car`.
  let lines: AsyncStream<String>
  private let line: AsyncStream<String>.Continuation
  private let finishes: Bool

  /// - Parameter finishes: Whether it finishes what is purchased, restored or has failed, as an app does.
  init(finishes: Bool = true) {
    (lines, line) = AsyncStream<String>.makeStream()
    self.finishes = finishes
    super.init()
  }

  func paymentQueue(
    _ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]
  ) {
    dispatchPrecondition(condition: .onQueue(.main))
    for transaction in transactions {
      line.yield(transaction.line)
      let isOpen = [.purchasing, .deferred].contains(transaction.transactionState)
      if finishes, !isOpen { queue.finishTransaction(transaction) }
    }
  }

  func paymentQueue(
    _ queue: SKPaymentQueue, removedTransactions transactions: [SKPaymentTransaction]
  ) {
    for transaction in transactions {
      line.yield("removed \(transaction.payment.productIdentifier)")
    }
  }

  func paymentQueue(
    _ queue: SKPaymentQueue, restoreCompletedTransactionsFailedWithError error: any Error
  ) {
    line.yield("no restore, error \((error as? SKError)?.errorCode ?? -1)")
  }

  func paymentQueueRestoreCompletedTransactionsFinished(_ queue: SKPaymentQueue) {
    line.yield("restored")
  }

  func paymentQueue(
    _ queue: SKPaymentQueue, didRevokeEntitlementsForProductIdentifiers productIdentifiers: [String]
  ) {
    line.yield("revoked " + productIdentifiers.joined(separator: ", "))
  }

  func paymentQueueDidChangeStorefront(_ queue: SKPaymentQueue) {
    line.yield("storefront \(queue.storefront?.countryCode ?? "unknown")")
  }
}

extension SKPaymentTransaction {
  fileprivate var line: String {
    let error = (error as? SKError).map { ", error \($0.errorCode)" } ?? ""
    return "\(transactionState) \(payment.productIdentifier)\(error)"
  }
}

extension Customer {
  /// The payment queue of this copy of the app.
  var queue: SKPaymentQueue {
    session.paymentQueue.queue { SKPaymentQueue(of: StoreSession.process, session: session) }
  }

  /// Adds a payment for a product to the queue.
  func pay(for id: String, change: (SKMutablePayment) -> Void = { _ in }) {
    let payment = SKMutablePayment()
    payment.productIdentifier = id
    change(payment)
    queue.add(payment)
  }

  /// The store's orders that wait.
  func waitingOrders() async throws -> [OperatorOrder] {
    guard case .orders(let orders) = try await store.engine.perform(.orders).value else {
      throw FixtureError(text: "the result is of another kind")
    }
    return orders
  }
}

extension LimitedIterator<AsyncStream<String>> {
  /// The next lines.
  mutating func next(_ count: Int) async -> [String] {
    var lines: [String] = []
    for _ in 0..<count {
      guard let line = await next() else { break }
      lines.append(line)
    }
    return lines
  }
}
