import AppStorePayloads

/// An event that the session sends to each iterator of ``Transaction/updates``.
enum Announcement: Sendable {
  /// A transaction that was made or changed outside this process.
  case transaction(Signed<TransactionPayload>)
  /// The store answers again: an iterator that could not read all unfinished transactions continues.
  case unreadUnfinished
  /// Iterators read all unfinished transactions again.
  case allUnfinished
}
