import AppStorePayloads

/// The transactions that were finished last, by their IDs.
struct RecentTransactions: Sendable {
  private static let limit = 10_000
  private var ids: Set<TransactionID> = []
  /// From the oldest on.
  private var order: [TransactionID] = []

  func contains(_ id: TransactionID) -> Bool { ids.contains(id) }

  mutating func insert(_ new: Set<TransactionID>) {
    order += new.subtracting(ids)
    ids.formUnion(new)
    guard order.count > Self.limit else { return }
    // Half of them at once, so that each costs the same on average.
    ids.subtract(order.prefix(Self.limit / 2))
    order.removeFirst(Self.limit / 2)
  }
}
