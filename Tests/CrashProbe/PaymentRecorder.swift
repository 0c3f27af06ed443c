import CrashScript
import Foundation
import OpenStoreKit

/// An observer of the payment queue that writes every purchased or restored transaction to a file.
///
/// It finishes nothing: that is for the app's observer, which is told after it.
final class PaymentRecorder: NSObject, SKPaymentTransactionObserver, Sendable {
  private let file: URL
  private let run = UUID()

  init(file: URL) {
    self.file = file
    super.init()
  }

  func paymentQueue(
    _ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]
  ) {
    for transaction in transactions {
      switch transaction.transactionState {
      case .purchased: append(transaction, isRestored: false)
      case .restored: append(transaction, isRestored: true)
      case .purchasing, .failed, .deferred: break
      }
    }
  }

  private func append(_ transaction: SKPaymentTransaction, isRestored: Bool) {
    guard let id = transaction.transactionIdentifier.flatMap({ UInt64($0) }),
      let line = try? JSONEncoder().encode(
        HeardPayment(run: run, transactionID: id, isRestored: isRestored)),
      let handle = FileHandle(forWritingAtPath: file.path(percentEncoded: false))
    else { preconditionFailure("a transaction cannot be appended to \(file)") }
    handle.seekToEndOfFile()
    handle.write(line + [UInt8(ascii: "\n")])
  }
}
