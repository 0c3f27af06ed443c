import AppStorePayloads
import StoreAPI

// The detection of an earlier copy of the store's files.
extension CustomerState {
  /// Whether a newer transaction may replace the one that the device's file has.
  var hasShownNewest: Bool { rollbackCheck.isShown }

  /// A transaction was received from the store.
  mutating func received(_ signed: Signed<TransactionPayload>) {
    guard signed.isVerified else { return }
    received.insert(signed.payload.identity)
    let transaction = ReceivedTransaction(signed, epoch: link.clock.answered.epoch)
    guard newest.map(transaction.replaces) ?? true else { return }
    newest = transaction
    rollbackCheck.receivedNewer()
  }

  /// Transactions were received that no update and no purchases bring.
  mutating func received(_ transactions: [Signed<TransactionPayload>]) -> [Action] {
    let before = newest
    for signed in transactions { received(signed) }
    return newest != before && hasShownNewest ? [.keep(.newest)] : []
  }

  /// Returns what must be asked before something newer replaces the transaction that the device's
  /// file has.
  mutating func dueRollbackCheck() -> [Action] {
    link.state == .online && rollbackCheck.mustAsk() ? [.detectRollback] : []
  }

  /// The store has been shown the newest transaction of the device's file, or does not want it.
  ///
  /// - Parameter connection: ``RollbackCheck/connection`` when the store was asked.
  /// - Returns: What follows.
  mutating func showedNewest(on connection: Int) -> [Action] {
    let wasShown = hasShownNewest
    rollbackCheck.showed(on: connection)
    return hasShownNewest && !wasShown ? [.keep(.newest)] : []
  }

  /// Whether the store has to be asked what it means by the ID of a transaction.
  ///
  /// An earlier run has kept it, and the store has not sent it since.
  func isUnconfirmed(_ identity: TransactionIdentity) -> Bool {
    kept.contains(identity) && received[identity.id] == nil
  }
}
