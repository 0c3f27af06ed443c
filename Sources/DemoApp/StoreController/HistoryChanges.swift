/// What has happened to the customer's transactions since a list of them was read.
struct HistoryChanges {
  /// The transactions that came, in order; one that has changed since came again.
  private(set) var entries: [HistoryEntry] = []
  /// Whether more has happened than these transactions say, so that the list must be read again.
  private(set) var isOutdated = false

  mutating func add(_ received: [HistoryEntry]) { entries += received }

  mutating func markOutdated() { isOutdated = true }
}

extension [HistoryEntry] {
  /// Returns this list, which is newest first, with what has come since it was read.
  ///
  /// A transaction that is older than the list is not added.
  ///
  /// - Parameters:
  ///   - received: Transactions of any age, each in its present state.
  ///   - isComplete: Whether the list has the oldest transaction.
  /// - Returns: The list; `nil` if a transaction was refunded, or its refund reversed: what became of the
  ///   request for the refund only the store says.
  func grown(by received: [HistoryEntry], isComplete: Bool) -> [HistoryEntry]? {
    var list = self
    for var entry in received {
      let id = entry.owned.transactionID
      guard let place = list.firstIndex(where: { $0.owned.transactionID <= id }) else {
        if isComplete { list.append(entry) }
        continue
      }
      guard list[place].owned.transactionID == id else {
        list.insert(entry, at: place)
        continue
      }
      guard list[place].owned.revocationDate == entry.owned.revocationDate else { return nil }
      entry.refundRequest = list[place].refundRequest
      list[place] = entry
    }
    return list
  }
}
