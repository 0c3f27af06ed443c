import AppStorePayloads
import Foundation

/// The rows read from a table, and those that a filter shows.
///
/// 1. Rows are in the store's order, each once. Waiting orders come before transactions.
/// 2. Pages follow each other without a gap. The first page, read again, replaces the earlier values
///    of its rows. Later rows stay until they are read again too, page by page, as the selection
///    reaches them; if the pages do not connect to the later rows, those are dropped.
/// 3. The selected row stays selected while it is shown.
/// 4. Without a filter, the cost of a page depends only on its size, and the cost of a key does not
///    depend on the loaded rows. A changed filter searches all loaded rows; a longer filter searches only the
///    rows shown, and a new page only its own. Rows read again and the result of a control search
///    all loaded rows once.
struct ManagedList: Equatable, Sendable {
  /// The rows that were read.
  private(set) var all: [ListedRow] = []
  /// The widths of the widest texts of all rows that have been read.
  private(set) var widest = ColumnWidths()
  /// The number of rows read since the first page was last read; the others are older readings.
  private var currentCount = 0
  /// The positions of the rows that the filter shows; `nil` if there is no filter.
  private var matches: [Int]?
  /// Among the rows that are shown.
  private(set) var selection = 0
  /// The revision of the next page; `nil` if everything was read.
  private(set) var nextRevision: String?
  /// The store's time when the first page was read.
  private(set) var now = Date.distantPast
  /// The words that a row must contain to be shown.
  private(set) var filter = ""

  var shownCount: Int { matches?.count ?? all.count }

  /// Returns the row that is shown at a place; at most `shownCount` rows are.
  func shown(_ place: Int) -> ListedRow { all[position(place)] }

  private func position(_ place: Int) -> Int { matches?[place] ?? place }

  var selected: ManagedRow? {
    selection < shownCount ? shown(selection).row : nil
  }

  /// Whether the selection is so close to the end of the loaded rows that the next page is needed.
  var needsPage: Bool {
    guard nextRevision != nil else { return false }
    return selection + 1 >= shownCount || position(selection) + 1 >= currentCount
  }

  mutating func move(by rows: Int) {
    selection = min(max(0, selection + rows), max(0, shownCount - 1))
  }

  /// The row with this ID, even if the filter does not show it.
  func row(_ id: TransactionID) -> ManagedRow? { all.first { $0.id == id }?.row }
}

// Reading.
extension ManagedList {
  /// Takes the first page, read again.
  mutating func refresh(_ page: ManagedPage, at now: Date) {
    self.now = now
    currentCount = 0
    append(page)
    // The states of the remaining rows depend on the time.
    filter(by: filter, among: all.indices)
  }

  /// Takes the page after the ones that were read.
  mutating func append(_ page: ManagedPage) {
    replace(currentCount..<endOfEarlierReading(of: page), with: page.rows)
    currentCount += page.rows.count
    nextRevision = page.next
  }

  /// Returns the end of the rows that a page replaces.
  private func endOfEarlierReading(of page: ManagedPage) -> Int {
    guard page.next != nil, let last = page.rows.last,
      let position = all[currentCount...].firstIndex(where: { $0.id == last.id })
    else { return all.count }
    return position + 1
  }

  /// Replaces a row with its present values.
  mutating func replace(_ row: ManagedRow) {
    guard let position = all.firstIndex(where: { $0.id == row.id }) else { return }
    replace(position..<position + 1, with: [row])
  }

  /// Removes a row that the store no longer has.
  mutating func remove(_ id: TransactionID) {
    guard let position = all.firstIndex(where: { $0.id == id }) else { return }
    replace(position..<position + 1, with: [])
    if position < currentCount { currentCount -= 1 }
  }

  private mutating func replace(_ range: Range<Int>, with rows: [ManagedRow]) {
    let before = selected.map { (position: position(selection), id: $0.id) }
    all.replaceSubrange(range, with: rows.map(ListedRow.init))
    for row in all[range.lowerBound..<range.lowerBound + rows.count] { widest.include(row.cells) }
    let (end, moved) = (range.lowerBound + rows.count, rows.count - range.count)
    if let shown = matches {
      matches =
        shown.prefix { $0 < range.lowerBound } + matches(among: range.lowerBound..<end)
        + shown.drop { $0 < range.upperBound }.map { $0 + moved }
    }
    let after = before.flatMap { before -> Int? in
      if before.position < range.lowerBound { return before.position }
      if before.position >= range.upperBound { return before.position + moved }
      return all[range.lowerBound..<end].firstIndex { $0.id == before.id }
    }
    select(after)
  }
}

// Showing.
extension ManagedList {
  mutating func filter(by text: String) {
    let longer = text.hasPrefix(filter) ? matches : nil
    filter(by: text, among: longer ?? Array(all.indices))
  }

  private mutating func filter(by text: String, among positions: some Sequence<Int>) {
    let before = selected.map { _ in position(selection) }
    filter = text
    matches = words.isEmpty ? nil : matches(among: positions)
    select(before)
  }

  private var words: [Substring] { filter.lowercased().split(separator: " ") }

  private func matches(among positions: some Sequence<Int>) -> [Int] {
    let words = words
    return positions.filter { all[$0].contains(words, at: now) }
  }

  /// Selects the row at a position if it is shown.
  private mutating func select(_ position: Int?) {
    if let position, let place = matches.map({ $0.firstIndex(of: position) }) ?? position {
      selection = place
    }
    selection = min(selection, max(0, shownCount - 1))
  }
}
