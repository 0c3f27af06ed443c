import GRDB
import Synchronization

/// Detects commits of other processes.
///
/// A file event does not say which process touched the file, and a process is also notified of its
/// own touches. But SQLite's `data_version` of the writing connection changes only with the commits
/// of other connections.
final class ExternalChangeDetector: Sendable {
  private let database: any DatabaseWriter
  private let lastVersion: Mutex<Int?>

  init(_ database: any DatabaseWriter) throws {
    self.database = database
    lastVersion = Mutex(try database.writeWithoutTransaction(Self.version))
  }

  /// Calls `report` if there were commits since the last call, or if that cannot be found out.
  func check(_ report: @escaping @Sendable () -> Void) {
    database.asyncWriteWithoutTransaction { [self] db in
      if hasChanged(try? Self.version(db)) { report() }
    }
  }

  private static func version(_ db: Database) throws -> Int? {
    try Int.fetchOne(db, sql: "PRAGMA data_version")
  }

  private func hasChanged(_ version: Int?) -> Bool {
    lastVersion.withLock { last in
      defer { last = version }
      return version == nil || version != last
    }
  }
}
