/// What has happened to the customer's transactions since a list of them was read.
struct HistoryChanges {
  /// The highest number of transactions that a list grows by before it is read again, so that a
  /// storefront that stays open does not keep all that ever came.
  static let limit = 100

  /// The transactions that came, in order; one that has changed since came again.
  private(set) var entries: [HistoryEntry] = []
  /// Whether more has happened than these transactions say, so that the list must be read again.
  private(set) var isOutdated = false
  private var count = 0

  mutating func add(_ received: [HistoryEntry]) {
    guard !isOutdated else { return }
    entries += received
    count += received.count
    if count > Self.limit { markOutdated() }
  }

  mutating func markOutdated() {
    isOutdated = true
    entries = []
  }

  /// The list has grown by the entries.
  mutating func added() { entries = [] }
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
