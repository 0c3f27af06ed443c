import Foundation
import StoreAPI

/// The transactions of a store that were read, the orders that wait, and those of them that a filter
/// shows.
///
/// 1. Orders come first; transactions are in the store's order, newest first, each once.
/// 2. A page that was read anew replaces what was read of the same dates.
/// 3. The selected transaction stays selected while it is shown.
/// 4. Filtering costs what was read, once for each change and not for each key.
struct TransactionList: Equatable, Sendable {
  private(set) var all: [OperatorTransaction] = []
  /// The orders that wait.
  private(set) var orders: [OperatorOrder] = []
  /// The rows that the filter shows.
  private(set) var shown: [ManagedRow] = []
  private(set) var selection = 0
  /// The revision of the next page; `nil` if everything was read.
  private(set) var nextRevision: String?
  /// The store's time of the first page, by which a plan is active or has ended.
  private var now = Date.distantPast
  /// The words that a transaction must contain to be shown.
  var filter = "" {
    didSet { show() }
  }

  var selected: ManagedRow? {
    shown.indices.contains(selection) ? shown[selection] : nil
  }

  /// Whether the selection is so near to the end that the next page is needed.
  var needsPage: Bool { nextRevision != nil && selection + 1 >= shown.count }

  mutating func move(by rows: Int) {
    selection = min(max(0, selection + rows), max(0, shown.count - 1))
  }

  mutating func select(_ id: TransactionID) {
    if let index = shown.firstIndex(where: { $0.id == id }) { selection = index }
  }

  /// Takes the page after the ones that were read.
  mutating func append(_ page: [OperatorTransaction], next revision: String?) {
    let known = Set(all.map(\.id))
    all += page.filter { !known.contains($0.id) }
    nextRevision = revision
    show()
  }

  /// How many rows there are without a filter.
  var count: Int { orders.count + all.count }

  /// The row of this number, also if the filter does not show it.
  func row(_ id: TransactionID) -> ManagedRow? {
    orders.first { $0.id == id }.map(ManagedRow.order)
      ?? all.first { $0.id == id }.map(ManagedRow.transaction)
  }

  /// Takes the first page anew, and the orders that wait.
  mutating func refresh(
    _ page: [OperatorTransaction], next revision: String?, orders: [OperatorOrder] = [],
    at now: Date
  ) {
    (self.orders, self.now) = (orders, now)
    let older = page.last.map { last in all.filter { $0.isOlder(than: last) } } ?? []
    // Everything was read if the page is the last one.
    all = page + (revision == nil ? [] : older)
    if older.isEmpty || revision == nil { nextRevision = revision }
    show()
  }

  /// Replaces a transaction by its present values.
  mutating func replace(_ transaction: OperatorTransaction) {
    guard let index = all.firstIndex(where: { $0.id == transaction.id }) else { return }
    all[index] = transaction
    show()
  }

  /// Removes a transaction that the store has no more.
  mutating func remove(_ id: TransactionID) {
    all.removeAll { $0.id == id }
    show()
  }

  private mutating func show() {
    let id = selected?.id
    let words = filter.lowercased().split(separator: " ")
    let rows = orders.map(ManagedRow.order) + all.map(ManagedRow.transaction)
    shown = words.isEmpty ? rows : rows.filter { $0.contains(words, at: now) }
    selection = min(selection, max(0, shown.count - 1))
    if let id { select(id) }
  }
}

extension OperatorTransaction {
  /// Whether this transaction is after another one in the store's order.
  fileprivate func isOlder(than other: OperatorTransaction) -> Bool {
    (transaction.purchaseDate, id) < (other.transaction.purchaseDate, other.id)
  }
}
