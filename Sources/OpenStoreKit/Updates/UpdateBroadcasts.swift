import Synchronization

/// The broadcasts of a session that follows the store's updates, and the task that follows them.
final class UpdateBroadcasts: Sendable {
  let transactions = Broadcast<Announcement>()
  let statuses = Broadcast<VerifiedPurchases.Subscription>()
  /// Sends when the clock, the catalogue or the history has changed, as
  /// ``CustomerState/Action/publishTime``.
  let times = Broadcast<Void>()
  /// Sends when other orders wait, or when orders were not approved.
  let orders = Broadcast<Void>()
  let declinedRefunds = Broadcast<UInt64>()
  private let task = Mutex<Task<Void, Never>?>(nil)
  private let hasReported = Atomic(false)

  /// Returns `true` once, at the first call while nothing listens to the transactions.
  func reportsMissingListener() -> Bool {
    !transactions.hasListeners && !hasReported.exchange(true, ordering: .relaxed)
  }

  /// Starts `run`, which follows the store's updates, unless a task follows them already.
  func start(_ run: @escaping @Sendable () async -> Void) {
    task.withLock { task in
      // Detached: task-local values may hold the session, which would then never be released.
      if task == nil { task = Task.detached { await run() } }
    }
  }

  /// Stops following the store's updates.
  ///
  /// - Returns: Whether a task followed them.
  @discardableResult
  func stop() -> Bool {
    let stopped = task.withLock { $0.take() }
    // Done outside the lock, because cancelling a task runs its cancellation handlers.
    stopped?.cancel()
    return stopped != nil
  }
}
