import AppStorePayloads
import StoreAPI

extension Ledger {
  /// Reassigns the consumables of removed devices, even waiting ones, to the first of `devices`;
  /// nothing happens without a device.
  ///
  /// `devices` are all devices that are signed in, oldest first. A consumable is reassigned if it
  /// is unfinished and not revoked, and belongs to none of them.
  package func reassign(to devices: [Int64]) -> [LedgerEvent] {
    guard let assignee = devices.first else { return [] }
    let undelivered = transactions.values.filter { $0.isWaiting(forNoneOf: devices) }.map(\.id)
    let waiting = waitingOrders.values.filter { $0.type == .consumable }
      .filter { !devices.contains($0.device) }.map(\.number)
    return undelivered.sorted().map { .reassigned(transactionID: $0, device: assignee) }
      + waiting.sorted().map { .orderReassigned(number: $0, device: assignee) }
  }
}

extension LedgerTransaction {
  /// Returns whether a device may deliver it: a consumable belongs to one device.
  package func isOffered(to device: Int64) -> Bool {
    type != .consumable || self.device == device
  }

  fileprivate func isWaiting(forNoneOf devices: [Int64]) -> Bool {
    type == .consumable && !isFinished && revocation == nil
      && !devices.contains { isOffered(to: $0) }
  }
}
