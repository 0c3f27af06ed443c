import Synchronization

/// What a session sends to its listeners while it follows the store's updates, and the task that does.
final class UpdateBroadcasts: Sendable {
  let transactions = Broadcast<Announcement>()
  let statuses = Broadcast<VerifiedPurchases.Subscription>()
  /// The store's clock, what it sells, or what no purchases have, is another.
  let times = Broadcast<Void>()
  /// Other orders wait, or were not approved.
  let orders = Broadcast<Void>()
  let declinedRefunds = Broadcast<UInt64>()
  private let task = Mutex<Task<Void, Never>?>(nil)
  private let hasReported = Atomic(false)

  /// Returns `true` to the first caller while nothing listens to the transactions: a session reports
  /// that once.
  func reportsMissingListener() -> Bool {
    !transactions.hasListeners && !hasReported.exchange(true, ordering: .relaxed)
  }

  /// Follows the store's updates by `run`, unless they are followed already.
  func start(_ run: @escaping @Sendable () async -> Void) {
    task.withLock { task in
      // Detached, because a task's values may hold the session, which would then never be released.
      if task == nil { task = Task.detached { await run() } }
    }
  }

  /// Stops following the store's updates.
  ///
  /// - Returns: Whether they were followed.
  @discardableResult
  func stop() -> Bool {
    let stopped = task.withLock { $0.take() }
    // Outside the lock: a task that is cancelled runs its cancellation handlers.
    stopped?.cancel()
    return stopped != nil
  }
}
