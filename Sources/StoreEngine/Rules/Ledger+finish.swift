package import StoreAPI

extension Ledger {
  /// Marks a transaction that is at hand as delivered; nothing happens when it has been.
  ///
  /// - Throws: ``StoreFault/unknownTransaction(_:)`` when it is not the customer's.
  package func finish(_ id: TransactionID) throws(StoreFault) -> [LedgerEvent] {
    guard let transaction = transactions[id] else { throw .unknownTransaction(id) }
    return transaction.isFinished ? [] : [.finished(transactionID: id)]
  }
}
