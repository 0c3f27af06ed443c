import Dispatch
import Foundation
import GRDB
import Synchronization

/// A row of a table of the store.
///
/// Each column is named twice: where it is written, in ``table``, and where it is read, in
/// `init(row:)`. The statements are prepared once for a connection. GRDB's own way to write a record,
/// Codable or with `encode(to:)`, takes about ten times as long.
protocol StoreRecord: FetchableRecord, TableRecord {
  static var table: Table<Self> { get }

  /// Reads a row.
  ///
  /// - Throws: ``DamagedRowError`` for a value that no version of the store writes.
  init(row: CheckedRow) throws
}

extension StoreRecord {
  static var databaseTableName: String { table.name }

  init(row: Row) throws { try self.init(row: CheckedRow(row, of: Self.databaseTableName)) }

  /// Returns the rows of a query that often finds none, whose first column is a number.
  ///
  /// GRDB makes a dictionary of the columns' names before it reads the first row. With many columns,
  /// that takes several times as long as to find by index that there is no row.
  static func fetchAllIfAny(
    _ statement: Statement, arguments: StatementArguments
  ) throws -> [Self] {
    guard try hasRow(statement, arguments) else { return [] }
    return try fetchAll(statement, arguments: arguments)
  }

  /// Returns whether a query finds a row.
  ///
  /// The cursor has ended when this returns, so the statement can be used again.
  private static func hasRow(
    _ statement: Statement, _ arguments: StatementArguments
  ) throws -> Bool {
    try Int64?.fetchCursor(statement, arguments: arguments).next() != nil
  }

  func insert(_ db: Database) throws {
    try db.cachedStatement(sql: Self.table.insertion)
      .execute(arguments: Self.table.arguments(of: self))
  }

  /// Inserts the row, or replaces the row with the same key.
  func upsert(_ db: Database) throws {
    try db.cachedStatement(sql: Self.table.upsertion)
      .execute(arguments: Self.table.arguments(of: self))
  }
}

extension Array where Element: StoreRecord & Sendable {
  /// The fewest rows whose values are worth another thread.
  private static var smallestPart: Int { 32 }

  /// Inserts the rows in their order.
  func insert(_ db: Database) throws { try execute(Element.table.insertion, in: db) }

  /// Inserts the rows in their order, or replaces those with the same keys.
  func upsert(_ db: Database) throws { try execute(Element.table.upsertion, in: db) }

  /// Does not look up the statement without rows: its text is long, and a decision writes to few of
  /// the tables.
  private func execute(_ sql: String, in db: Database) throws {
    guard !isEmpty else { return }
    let statement = try db.cachedStatement(sql: sql)
    for arguments in try arguments() { try statement.execute(arguments: arguments) }
  }

  /// The values of each row; those of many rows are made on all processors at once.
  private func arguments() throws -> [StatementArguments] {
    // Counting the processors makes Foundation read system files, so few rows do not ask.
    guard count > Self.smallestPart else { return try map(Element.table.arguments) }
    let processors = ProcessInfo.processInfo.activeProcessorCount
    let length = Swift.max(Self.smallestPart, (count + processors - 1) / processors)
    let parts = stride(from: 0, to: count, by: length).map {
      self[$0..<Swift.min($0 + length, count)]
    }
    let results = Mutex([Int: Result<[StatementArguments], any Error>]())
    DispatchQueue.concurrentPerform(iterations: parts.count) { index in
      let result = Result { try parts[index].map(Element.table.arguments) }
      results.withLock { $0[index] = result }
    }
    return try results.withLock { results in
      try parts.indices.flatMap { try results[$0]?.get() ?? [] }
    }
  }
}

/// A table's name, its columns, and the value of a row in each column.
struct Table<Record>: Sendable {
  typealias Column = @Sendable (Record) throws -> (any DatabaseValueConvertible)?

  let name: String
  let insertion: String
  let upsertion: String
  private let values: [Column]

  /// A column in `rising` keeps the greater of the stored and the new value.
  init(
    _ name: String, key: [String], rising: Set<String> = [],
    columns: KeyValuePairs<String, Column>
  ) {
    let names = columns.map(\.key)
    let places = names.map { _ in "?" }.joined(separator: ", ")
    let changes = names.filter { !key.contains($0) }.map { name in
      rising.contains(name)
        ? "\(name) = max(\(name), excluded.\(name))" : "\(name) = excluded.\(name)"
    }
    self.name = name
    values = columns.map(\.value)
    insertion =
      "INSERT INTO \"\(name)\" (\(names.joined(separator: ", "))) VALUES (\(places))"
    upsertion =
      "\(insertion) ON CONFLICT (\(key.joined(separator: ", "))) "
      + "DO UPDATE SET \(changes.joined(separator: ", "))"
  }

  func arguments(of record: Record) throws -> StatementArguments {
    StatementArguments(try values.map { try $0(record)?.databaseValue.argument })
  }
}
