import AppStorePayloads
import AppStoreServerAPI
import Foundation

/// The position in a history in the order of the last modifications.
///
/// In ascending order, a page begins after a place, and transactions that are modified later come
/// at the end. In descending order, the pages begin at the newest transaction and go back; after
/// the last page, the next pages have only transactions that are newer. So each page is found by
/// index, and a request after the last page gets the transactions that were modified since.
struct HistoryRevision: Hashable, Sendable {
  /// The hash of the customer and the filters for which it was made.
  let scope: String
  /// All pages are after this place, until a request after the last page moves it.
  var after: LastModification
  /// The position in descending pages; `nil` before the first of them.
  var descent: Descent?

  struct Descent: Hashable, Sendable {
    /// The next page is before this place.
    var before: LastModification
    /// The sequence of the store's last event when the first page was read.
    var head: Int64
  }

  /// The position before the first page.
  init(scope: String) {
    self.scope = scope
    after = .first
  }

  /// Returns the position after a page that begins at this one.
  func following(_ page: ModifiedTransactionsPage, isAscending: Bool) -> HistoryRevision {
    var next = self
    if isAscending {
      next.after = page.last ?? after
    } else {
      let head = descent?.head ?? page.lastSequence
      next.descent = page.hasMore ? page.last.map { Descent(before: $0, head: head) } : nil
      if next.descent == nil { next.after = max(after, .last(until: head)) }
    }
    return next
  }
}

extension HistoryRevision {
  /// Reads a revision.
  ///
  /// - Throws: ``AppStoreServerAPI/APIError/invalidRequestRevision`` if it is not a revision, or if
  ///   it is for another customer or other filters.
  init(_ text: String, scope: String) throws(APIError) {
    guard let fields = RevisionText.fields(text), fields.first == scope,
      let revision = Self(fields: Array(fields.dropFirst()), scope: scope), revision.text == text
    else { throw .invalidRequestRevision }
    self = revision
  }

  private init?(fields: [String], scope: String) {
    let numbers = fields.compactMap { Int64($0) }
    guard numbers.count == fields.count, numbers.count == 2 || numbers.count == 5,
      let after = LastModification(numbers[0...1])
    else { return nil }
    self.scope = scope
    self.after = after
    guard numbers.count == 5 else { return }
    guard let before = LastModification(numbers[2...3]) else { return nil }
    descent = Descent(before: before, head: numbers[4])
  }

  var text: String {
    let numbers = after.numbers + (descent.map { $0.before.numbers + [$0.head] } ?? [])
    return RevisionText.text([scope] + numbers.map(String.init))
  }
}

extension LastModification {
  /// The numbers of a revision.
  var numbers: [Int64] { [sequence, Int64(clamping: id.rawValue)] }

  /// Reads ``numbers``; returns `nil` for other numbers.
  init?(_ numbers: ArraySlice<Int64>) {
    guard numbers.count == 2, let sequence = numbers.first, let number = numbers.last,
      let id = UInt64(exactly: number)
    else { return nil }
    self.init(sequence: sequence, id: TransactionID(rawValue: id))
  }
}
