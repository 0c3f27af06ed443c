import StoreAPI

extension Ledger {
  /// Gives the consumables that nobody can deliver any more to the first of `devices`, which alone
  /// is offered them from then on; nothing happens where there is none.
  ///
  /// These are the ones at hand that stand, are not delivered, and are of no device among
  /// `devices`: all that are signed in, oldest first.
  package func reassign(to devices: [Int64]) -> [LedgerEvent] {
    guard let assignee = devices.first else { return [] }
    return transactions.values.filter { $0.isWaiting(forNoneOf: devices) }.map(\.id).sorted()
      .map { .reassigned(transactionID: $0, device: assignee) }
  }
}

extension LedgerTransaction {
  /// Whether a device may deliver it: a consumable only where it was ordered or reassigned.
  package func isOffered(to device: Int64) -> Bool {
    type != .consumable || self.device == device
  }

  fileprivate func isWaiting(forNoneOf devices: [Int64]) -> Bool {
    type == .consumable && !isFinished && revocation == nil
      && !devices.contains { isOffered(to: $0) }
  }
}
