package import Foundation
import GRDB

/// The least that a store can do and have it on the disk: one row, WAL, `synchronous = FULL`.
package struct Journal {
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

  /// A statement of its own is a transaction of its own.
  package func insert() async throws {
    try await queue.writeWithoutTransaction { [body] db in
      try db.cachedStatement(sql: Self.insertion).execute(arguments: [body])
    }
  }
}
