import AppStorePayloads

/// What the session tells each iterator of ``Transaction/updates``.
enum Announcement: Sendable {
  /// A transaction that was made or changed outside this process.
  case transaction(Signed<TransactionPayload>)
  /// The store answers again: an iterator that could not read all pages of what is unfinished goes on.
  case unreadUnfinished
  /// All unfinished transactions are to be read again.
  case allUnfinished
}
