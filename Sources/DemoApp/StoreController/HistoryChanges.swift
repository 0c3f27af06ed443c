/// The changes to the customer's transactions since a list of them was read.
struct HistoryChanges {
  /// The maximum number of transactions added to a list before it is read again.
  ///
  /// It limits the memory of a storefront that stays open.
  static let limit = 100

  /// The transactions in the order of their arrival; a changed one has arrived again.
  private(set) var entries: [HistoryEntry] = []
  /// Whether the list must be read again, because these transactions do not show every change.
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

  /// Removes the entries, which the list now has.
  mutating func added() { entries = [] }
}

extension [HistoryEntry] {
  /// Returns this list, newest first, with the transactions that have arrived since it was read.
  ///
  /// A transaction older than the list is added only if the list is complete.
  ///
  /// - Parameters:
  ///   - received: Transactions of any age, each in its present state.
  ///   - isComplete: Whether the list has the oldest transaction.
  /// - Returns: The list; `nil` if a transaction was refunded, or its refund reversed: only the store
  ///   knows the state of the refund request.
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
