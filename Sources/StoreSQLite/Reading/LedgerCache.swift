import GRDB
import StoreEngine
import Synchronization

/// Keeps the ledgers of one settlement from one storage transaction to the next.
///
/// Without it, a settlement of many customers loads each ledger again for each renewal. The next
/// settlement takes the ledgers out. If a settlement was cancelled, or its last transaction was
/// full, they stay until then. Ledgers are valid as long as nothing else was written: SQLite counts
/// the changes of this connection, and says whether another has committed.
final class LedgerCache: Sendable {
  /// The maximum number of customers; with more, only those of the last transaction are kept.
  static let capacity = 4_000

  typealias Ledgers = [CustomerNumber: Ledger]

  private struct Entry {
    var version: DatabaseVersion
    var ledgers: Ledgers
  }

  private let entry = Mutex<Entry?>(nil)

  /// Returns the ledgers as they are in a version of the database, and forgets them.
  func take(at version: DatabaseVersion) -> Ledgers {
    entry.withLock { entry in
      defer { entry = nil }
      return entry?.version == version ? entry?.ledgers ?? [:] : [:]
    }
  }

  /// Keeps the ledgers of a transaction that was committed, and those that it did not change.
  func keep(_ changed: Ledgers, _ unchanged: Ledgers, at version: DatabaseVersion) {
    let all = unchanged.merging(changed) { $1 }
    entry.withLock { entry in
      entry = Entry(version: version, ledgers: all.count > Self.capacity ? changed : all)
    }
  }
}

/// A version of the database, as one connection sees it in a transaction that writes.
struct DatabaseVersion: Hashable {
  /// The number of rows that this connection has changed, even in transactions that were rolled
  /// back.
  private let ownChanges: Int
  /// Changes with the commits of other connections.
  private let otherCommits: Int?

  init(_ db: Database) throws {
    ownChanges = db.totalChangesCount
    otherCommits = try Int.fetchOne(db.cachedStatement(sql: "PRAGMA data_version"))
  }
}
