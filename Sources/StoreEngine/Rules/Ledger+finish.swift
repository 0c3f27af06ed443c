package import StoreAPI

extension Ledger {
  /// Marks a transaction as delivered; nothing happens if it is so already.
  ///
  /// - Throws: ``StoreFault/unknownTransaction(_:)`` if it is not in ``transactions``.
  package func finish(_ id: TransactionID) throws(StoreFault) -> [LedgerEvent] {
    guard let transaction = transactions[id] else { throw .unknownTransaction(id) }
    return transaction.isFinished ? [] : [.finished(transactionID: id)]
  }
}
