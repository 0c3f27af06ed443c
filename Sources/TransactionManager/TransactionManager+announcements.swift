import TerminalUI

// What a line terminal reads out before a table has rows.
extension TransactionManager {
  /// Whether the table on the screen has been read.
  var isSettled: Bool {
    guard case .list = mode else { return true }
    return !shown.isReading || !list.all.isEmpty
  }

  /// The table that the operator waits for.
  var announcements: [Announcement] {
    isSettled ? [] : [Announcement("Reading the \(table.title.lowercased()).")]
  }
}
