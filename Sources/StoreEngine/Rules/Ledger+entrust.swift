package import StoreAPI

extension Ledger {
  /// Gives a consumable that nobody can deliver any more to a device, which alone is offered it
  /// from then on.
  ///
  /// `lost` is the device that was offered it so far and has been removed, `nil` for none. Removed
  /// devices never come back; so of several that find the same one at once the first gets it, and
  /// for the others nothing happens. Nor does it where the transaction is not at hand, has been
  /// delivered or has been refunded.
  package func entrust(_ id: TransactionID, of lost: Int64?, to device: Int64) -> [LedgerEvent] {
    guard let transaction = transactions[id], transaction.type == .consumable,
      transaction.device == lost, !transaction.isFinished, transaction.revocation == nil
    else { return [] }
    return [.entrusted(transactionID: id, device: device)]
  }
}
