package import AppStorePayloads
import Foundation
package import StoreAPI

extension Ledger {
  /// Marks a transaction as delivered; nothing happens if it is so already.
  ///
  /// - Throws: ``StoreError/unknownTransaction(transactionID:)`` if it is not in ``transactions``.
  package func finish(_ id: TransactionID) throws(StoreError) -> [LedgerEvent] {
    guard let transaction = transactions[id] else { throw .unknownTransaction(transactionID: id) }
    return transaction.isFinished ? [] : [.finished(transactionID: id)]
  }
}

extension LedgerDraft {
  /// Marks transactions as delivered, without those that are not in the ledger.
  mutating func finish(
    _ ids: [TransactionID], at date: Date, by instance: InstanceID
  ) -> FinishResult {
    var result = FinishResult()
    for id in ids {
      guard let events = try? ledger.finish(id) else {
        result.unknown.append(id)
        continue
      }
      record(silent: events, at: date, by: instance)
      if !events.isEmpty { result.finished.append(id) }
    }
    return result
  }
}
