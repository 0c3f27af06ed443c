import Synchronization

/// Runs calls by a ``FairSchedule``: those that have to wait are suspended, without a thread.
package final class FairQueue<Key: Hashable & Sendable>: Sendable {
  /// The reason why a call did not run.
  package enum QueueError: Error, Sendable {
    /// The maximum number of calls for its key is already waiting.
    case full
    /// The task, or all calls of its key, were cancelled while the call waited.
    case cancelled
  }

  private typealias Continuation = CheckedContinuation<QueueError?, Never>

  private struct State {
    var schedule: FairSchedule<Key>
    var lastID = 0
    var waiters: [Int: Continuation] = [:]

    mutating func makeID() -> Int {
      lastID += 1
      return lastID
    }
  }

  private let state: Mutex<State>

  package init(_ bounds: FairSchedule<Key>.Bounds) {
    state = Mutex(State(schedule: FairSchedule(bounds)))
  }

  /// Runs `body` in its key's turn.
  ///
  /// - Throws: The errors of `body`, and the result of `error` if the call may not wait or is
  ///   cancelled while it waits.
  package func run<Value, Failure: Error>(
    for key: Key, refusing error: (QueueError) -> Failure,
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    if let refusal = await enter(key) { throw error(refusal) }
    defer { leave(key) }
    return try await body()
  }

  /// Cancels the waiting calls of a key, but not their tasks.
  package func cancelWaiting(for key: Key) {
    let cancelled = state.withLock { state in
      state.schedule.removeAll(of: key).compactMap { state.waiters.removeValue(forKey: $0) }
    }
    for continuation in cancelled { continuation.resume(returning: .cancelled) }
  }

  /// Waits for the key's turn, which lasts until ``leave(_:)``.
  ///
  /// - Returns: Why the turn did not begin; `nil` if it began.
  package func enter(_ key: Key) async -> QueueError? {
    guard !state.withLock({ $0.schedule.begin(for: key) }) else { return nil }
    let id = state.withLock { $0.makeID() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { wait($0, id, key) }
    } onCancel: {
      state.withLock { state in
        state.schedule.remove(id, of: key)
        return state.waiters.removeValue(forKey: id)
      }?.resume(returning: .cancelled)
    }
  }

  private func wait(_ continuation: Continuation, _ id: Int, _ key: Key) {
    let outcome: QueueError?? = state.withLock { state in
      // It is checked under the lock: the handler of a later cancellation finds the continuation.
      guard !Task.isCancelled else { return .some(.cancelled) }
      switch state.schedule.enter(id, for: key) {
      case .begins: return .some(nil)
      case .refused: return .some(.full)
      case .waits:
        state.waiters[id] = continuation
        return nil
      }
    }
    if let outcome { continuation.resume(returning: outcome) }
  }

  /// Ends a turn of the key, and begins the next turns.
  package func leave(_ key: Key) {
    let begun = state.withLock { state in
      state.schedule.leave(key).compactMap { state.waiters.removeValue(forKey: $0) }
    }
    for continuation in begun { continuation.resume(returning: nil) }
  }
}
