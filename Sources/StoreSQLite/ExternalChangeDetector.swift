import GRDB
import Synchronization

/// Tells other processes' commits from this one's.
///
/// A file event says neither who touched the file nor whose ledger changed, and a process hears
/// its own touches too. SQLite's `data_version` of the connection that writes changes with the
/// commits of other connections alone.
final class ExternalChangeDetector: Sendable {
  private let pool: DatabasePool
  private let lastVersion: Mutex<Int?>

  init(_ pool: DatabasePool) throws {
    self.pool = pool
    lastVersion = Mutex(try pool.writeWithoutTransaction(Self.version))
  }

  /// Calls `report` if there were any since it was asked last, or if that cannot be known.
  func check(_ report: @escaping @Sendable () -> Void) {
    pool.asyncWriteWithoutTransaction { [self] db in
      if isNews(try? Self.version(db)) { report() }
    }
  }

  private static func version(_ db: Database) throws -> Int? {
    try Int.fetchOne(db, sql: "PRAGMA data_version")
  }

  private func isNews(_ version: Int?) -> Bool {
    lastVersion.withLock { last in
      defer { last = version }
      return version == nil || version != last
    }
  }
}
