import AppStorePayloads
import Synchronization

/// Sends the requests that finish transactions, one after the other.
///
/// Calls that come at the same time, or while a request is in progress, share the next request.
final class FinishQueue: Sendable {
  private let batches = Mutex(FinishBatches<FinishCall>())

  /// Finishes transactions; up to ``StoreAPI/FinishResult/limit`` are in one request.
  ///
  /// - Parameters:
  ///   - ids: The transactions' IDs.
  ///   - send: Sends a request and returns the transactions that the store has answered; used if no
  ///     request is in progress.
  /// - Returns: The transactions about which the store has answered.
  func finish(
    _ ids: Set<TransactionID>,
    by send: @escaping @Sendable ([TransactionID]) async -> Set<TransactionID>
  ) async -> Set<TransactionID> {
    guard !ids.isEmpty else { return [] }
    return await withCheckedContinuation { continuation in
      let call = FinishCall(ids, continuation)
      guard batches.withLock({ $0.add(ids.sorted(), call) }) else { return }
      // The task is detached: cancelling the call does not cancel the request.
      Task.detached { await self.sendBatches(by: send) }
    }
  }

  private func sendBatches(
    by send: @Sendable ([TransactionID]) async -> Set<TransactionID>
  ) async {
    while let batch = batches.withLock({ $0.next() }) {
      let finished = await send(batch.ids)
      for (id, call) in batch.waiters { call.end(id, isFinished: finished.contains(id)) }
    }
  }
}

/// A call that waits until the requests for all its transactions have ended.
private final class FinishCall: Sendable {
  private struct State {
    var waiting: Set<TransactionID>
    var finished: Set<TransactionID> = []
  }

  private let state: Mutex<State>
  private let continuation: CheckedContinuation<Set<TransactionID>, Never>

  init(
    _ ids: Set<TransactionID>, _ continuation: CheckedContinuation<Set<TransactionID>, Never>
  ) {
    state = Mutex(State(waiting: ids))
    self.continuation = continuation
  }

  /// Notes that the request for a transaction has ended; after the last one, the call returns.
  func end(_ id: TransactionID, isFinished: Bool) {
    let finished = state.withLock { state -> Set<TransactionID>? in
      guard state.waiting.remove(id) != nil else { return nil }
      if isFinished { state.finished.insert(id) }
      return state.waiting.isEmpty ? state.finished : nil
    }
    if let finished { continuation.resume(returning: finished) }
  }
}
