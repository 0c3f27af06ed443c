import StoreAPI
import Synchronization

/// Sends the requests that finish transactions, one after the other.
///
/// Calls that come at the same time, or while a request is under way, share the next request.
final class FinishQueue: Sendable {
  private typealias Waiter = CheckedContinuation<Bool, Never>

  private let batches = Mutex(FinishBatches<Waiter>())

  /// Finishes a transaction.
  ///
  /// - Parameters:
  ///   - id: The transaction's ID.
  ///   - send: Sends a request and returns the transactions about which the store has answered; used
  ///     if no request is under way.
  /// - Returns: Whether the store has answered.
  func finish(
    _ id: TransactionID,
    by send: @escaping @Sendable ([TransactionID]) async -> Set<TransactionID>
  ) async -> Bool {
    await withCheckedContinuation { waiter in
      guard batches.withLock({ $0.add(id, waiter) }) else { return }
      // A task of its own: a request is not cancelled with the call that began it.
      Task.detached { await self.sendBatches(by: send) }
    }
  }

  private func sendBatches(
    by send: @Sendable ([TransactionID]) async -> Set<TransactionID>
  ) async {
    while let batch = batches.withLock({ $0.next() }) {
      let finished = await send(batch.ids)
      for (id, waiter) in batch.waiters { waiter.resume(returning: finished.contains(id)) }
    }
  }
}
