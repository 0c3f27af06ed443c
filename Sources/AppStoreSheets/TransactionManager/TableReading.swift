import Foundation
import StoreAPI

/// A table of the Transaction Manager as far as it was read, one page at a time.
struct TableReading: Equatable, Sendable {
  private(set) var list = ManagedList()
  private(set) var isReading: Bool
  /// Whether a control has worked since the page that is read was asked for.
  private var isOutdated = false
  /// Whether the first page was read.
  private(set) var isRead = false
  /// Why the page that was asked for last could not be read.
  private(set) var failure: String?

  /// - Parameter isReading: Whether the first page was asked for.
  init(isReading: Bool = false) { self.isReading = isReading }

  /// Changes the rows that were read.
  mutating func change(_ change: (inout ManagedList) -> Void) { change(&list) }

  /// Begins to read the first page.
  ///
  /// - Returns: False if a page is being read already.
  mutating func beginFirstPage() -> Bool {
    guard !isReading else { return false }
    isReading = true
    return true
  }

  /// Begins to read the next page if the selection has come to the end of what was read.
  ///
  /// - Returns: The page's revision; `nil` if there is nothing to read, or a page is being read already.
  mutating func beginNextPage() -> String? {
    guard list.needsPage, !isReading else { return nil }
    isReading = true
    return list.nextRevision
  }

  mutating func takeFirst(_ page: ManagedPage, at now: Date) {
    list.refresh(page, at: now)
    isRead = true
  }

  /// Takes the page of a revision, unless the first page was read anew since it was asked for: then it does
  /// not follow what was read.
  mutating func take(_ page: ManagedPage, of revision: String) {
    if list.nextRevision == revision { list.append(page) }
  }

  /// Notes that a control has changed what a page that is being read may have as it was before.
  mutating func noteControl() { isOutdated = isReading }

  /// Ends the reading of a page, which has failed for a reason or was taken.
  ///
  /// - Returns: Whether the table must be read anew.
  mutating func end(failure: String? = nil) -> Bool {
    defer { (isReading, isOutdated) = (false, false) }
    self.failure = failure
    return isOutdated
  }
}
