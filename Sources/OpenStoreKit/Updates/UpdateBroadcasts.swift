import AppStorePayloads
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
  /// Sends the transactions that the store no longer delivers, because they were finished or deleted.
  let finished = Broadcast<Set<TransactionID>>()
  /// Sends the number of each epoch that the store begins.
  let epochs = Broadcast<Int>()
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

  /// Follows the store's updates anew by `run`, if they are followed.
  func restart(_ run: @escaping @Sendable () async -> Void) {
    let stopped = task.withLock { task -> Task<Void, Never>? in
      guard let stopped = task else { return nil }
      task = Task.detached { await run() }
      return stopped
    }
    stopped?.cancel()
  }

  /// Stops following the store's updates.
  func stop() {
    let stopped = task.withLock { $0.take() }
    // Outside the lock: a task that is cancelled runs its cancellation handlers.
    stopped?.cancel()
  }
}
