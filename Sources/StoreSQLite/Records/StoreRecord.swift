import GRDB

/// A row of a table of the store.
///
/// Each column is named twice: where it is written, in ``table``, and where it is read, in
/// `init(row:)`. The statements are prepared once for a connection. GRDB's own way to write a record,
/// Codable or with `encode(to:)`, takes about ten times as long.
protocol StoreRecord: FetchableRecord, TableRecord {
  static var table: Table<Self> { get }
}

extension StoreRecord {
  static var databaseTableName: String { table.name }

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

/// A table's name, its columns, and the value of a row in each column.
struct Table<Record>: Sendable {
  typealias Column = @Sendable (Record) throws -> (any DatabaseValueConvertible)?

  let name: String
  let insertion: String
  let upsertion: String
  private let values: [Column]

  init(_ name: String, key: [String], columns: KeyValuePairs<String, Column>) {
    let names = columns.map(\.key)
    let places = names.map { _ in "?" }.joined(separator: ", ")
    let changes = names.filter { !key.contains($0) }.map { "\($0) = excluded.\($0)" }
    self.name = name
    values = columns.map(\.value)
    insertion =
      "INSERT INTO \"\(name)\" (\(names.joined(separator: ", "))) VALUES (\(places))"
    upsertion =
      "\(insertion) ON CONFLICT (\(key.joined(separator: ", "))) "
      + "DO UPDATE SET \(changes.joined(separator: ", "))"
  }

  func arguments(of record: Record) throws -> StatementArguments {
    StatementArguments(try values.map { try $0(record) })
  }
}
