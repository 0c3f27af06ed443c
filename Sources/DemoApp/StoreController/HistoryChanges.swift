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
  /// Returns this list, newest first, with the purchases and renewals that have arrived since it was read.
  ///
  /// - Returns: The list; `nil` if it must be read again, because a transaction of it has changed, an older
  ///   one has arrived, or a new period began before an earlier one ended: no transaction says how that one
  ///   was cut short.
  func grown(by received: [HistoryEntry]) -> [HistoryEntry]? {
    var list = self
    for entry in received.sorted(by: { $0.owned.transactionID < $1.owned.transactionID })
    where !list.contains(entry) {
      guard list.first.map({ $0.owned.transactionID < entry.owned.transactionID }) != false,
        !list.contains(where: entry.cutsShort)
      else { return nil }
      list.insert(entry, at: 0)
    }
    return list
  }
}

extension HistoryEntry {
  /// Whether this period of a subscription began before an earlier one ended.
  fileprivate func cutsShort(_ earlier: HistoryEntry) -> Bool {
    guard let groupID, groupID == earlier.groupID else { return false }
    return earlier.owned.expirationDate.map { $0 > owned.purchaseDate } == true
  }
}
