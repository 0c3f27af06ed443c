import Foundation
import StoreAPI

/// A table of the Transaction Manager as far as it was read.
///
/// 1. One page is read at a time.
/// 2. The changes of a control are read after the page that is being read.
struct TableReading: Equatable, Sendable {
  /// The rows that were read.
  var list = ManagedList()
  /// Whether a page was requested and has not arrived.
  private(set) var isReading: Bool
  /// Whether a control has run since the current page was requested.
  private var isOutdated = false
  /// Whether the first page was read.
  private(set) var isRead = false
  /// The reason why the last requested page could not be read.
  private(set) var failure: String?

  /// - Parameter isReading: Whether the first page was requested.
  init(isReading: Bool = false) { self.isReading = isReading }

  /// Begins to read the first page.
  ///
  /// - Returns: False if a page is already being read.
  mutating func beginFirstPage() -> Bool {
    guard !isReading else { return false }
    isReading = true
    return true
  }

  /// Begins to read the next page if the selection has reached the end of the loaded rows.
  ///
  /// - Returns: The page's revision; `nil` if there is nothing to read or a page is being read.
  mutating func beginNextPage() -> String? {
    guard list.needsPage, !isReading else { return nil }
    isReading = true
    return list.nextRevision
  }

  /// Replaces the first page, read at the store's time `now`.
  mutating func refresh(_ page: ManagedPage, at now: Date) {
    list.refresh(page, at: now)
    isRead = true
  }

  /// Appends the page of a revision.
  ///
  /// Ignores a page that no longer follows the rows, because the first page was read again
  /// meanwhile.
  mutating func append(_ page: ManagedPage, of revision: String) {
    if list.nextRevision == revision { list.append(page) }
  }

  /// Marks the page that is being read as outdated: a control may have changed its rows.
  mutating func markOutdated() { isOutdated = isReading }

  /// Ends the reading of a page.
  ///
  /// - Parameter failure: The reason why it could not be read; `nil` if it was read.
  /// - Returns: Whether the table must be read again.
  mutating func end(failure: String? = nil) -> Bool {
    defer { (isReading, isOutdated) = (false, false) }
    self.failure = failure
    return isOutdated
  }
}
