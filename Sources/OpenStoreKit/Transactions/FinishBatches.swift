import AppStorePayloads
import StoreAPI

// Groups the transactions that one request finishes.
//
//   idle ──1 added: begin──► sending ──2 added──► sending
//    ▲                        │  ▲
//    └──3 next: none waits────┘  └─4 next: a batch
//
// 5. A batch has each ID once, with everyone who waits for it.
// 6. What is added after a batch was taken belongs to a later one.

/// Collects transactions to finish while a request is in progress.
struct FinishBatches<Waiter: Sendable>: Sendable {
  /// The transactions of one request, and who waits for each.
  struct Batch: Sendable {
    var ids: [TransactionID] = []
    var waiters: [(id: TransactionID, waiter: Waiter)] = []
  }

  private let limit: Int
  private var isSending = false
  private var waiting: [(id: TransactionID, waiter: Waiter)] = []

  init(limit: Int = FinishResult.limit) { self.limit = limit }

  /// Adds the transactions of one call; `waiter` waits for each of them.
  ///
  /// - Returns: Whether the caller must begin to send batches.
  mutating func add(_ ids: [TransactionID], _ waiter: Waiter) -> Bool {
    waiting += ids.map { ($0, waiter) }
    defer { isSending = true }
    return !isSending
  }

  /// Returns the next batch to send, or `nil` if nothing waits; then sending has ended.
  mutating func next() -> Batch? {
    guard !waiting.isEmpty else {
      isSending = false
      return nil
    }
    var batch = Batch()
    var ids: Set<TransactionID> = []
    for (id, _) in waiting where ids.count < limit && ids.insert(id).inserted {
      batch.ids.append(id)
    }
    batch.waiters = waiting.filter { ids.contains($0.id) }
    waiting.removeAll { ids.contains($0.id) }
    return batch
  }
}
