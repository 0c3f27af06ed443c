import AppStorePayloads

/// Remembers in which state each transaction was yielded last.
///
/// Only the last state counts, because a refund that is reversed leads to an earlier state again. It
/// remembers a fixed number of transactions; one that was yielded before all of them may be yielded
/// again.
struct YieldedTransactions: Sendable {
  /// The maximum number of transactions that are remembered.
  static let capacity = 10_000

  private let capacity: Int
  private var states: [TransactionID: Int] = [:]
  /// The remembered transactions from the oldest on; the first ``forgotten`` have been forgotten.
  private var order: [TransactionID] = []
  private var forgotten = 0

  init(capacity: Int = Self.capacity) { self.capacity = capacity }

  /// Remembers a state.
  ///
  /// - Returns: Whether the transaction was not in this state already.
  mutating func insert(_ payload: TransactionPayload) -> Bool {
    let id = payload.transactionId
    // The hash, because a payload takes a hundred times its memory.
    let state = payload.unsigned.hashValue
    guard let old = states.updateValue(state, forKey: id) else {
      order.append(id)
      forgetOldest()
      return true
    }
    return old != state
  }

  private mutating func forgetOldest() {
    guard states.count > capacity else { return }
    states[order[forgotten]] = nil
    forgotten += 1
    guard forgotten >= capacity else { return }
    order.removeFirst(forgotten)
    forgotten = 0
  }
}
