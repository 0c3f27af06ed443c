package import Foundation
import GRDB

/// The cheapest durable write: one row, with WAL and `synchronous = FULL`.
package struct BareDatabase {
  private static let insertion = "INSERT INTO entry (body) VALUES (?)"
  private let queue: DatabaseQueue
  private let body = String(repeating: "x", count: 1024)

  package init(_ file: URL) throws {
    queue = try DatabaseQueue(path: file.path(percentEncoded: false))
    try queue.writeWithoutTransaction { db in
      try db.execute(
        sql: """
          PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
          CREATE TABLE entry (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT;
          """)
    }
  }

  /// Inserts one row in a transaction of its own.
  package func insert() async throws {
    try await queue.writeWithoutTransaction { [body] db in
      try db.cachedStatement(sql: Self.insertion).execute(arguments: [body])
    }
  }
}
