import GRDB

/// A row of a table that orders are read from and written to.
///
/// Its columns are read and written one by one, by statements that a connection prepares once:
/// what GRDB makes of a Codable type costs a purchase several times what SQLite does.
protocol StoreRecord: FetchableRecord, TableRecord {
  static var table: Table { get }
  /// In the order of the table's columns.
  var arguments: StatementArguments { get }
}

extension StoreRecord {
  static var databaseTableName: String { table.name }

  func insert(_ db: Database) throws {
    try db.cachedStatement(sql: Self.table.insertion).execute(arguments: arguments)
  }

  /// Takes the place of the row with the same key, if there is one.
  func upsert(_ db: Database) throws {
    try db.cachedStatement(sql: Self.table.upsertion).execute(arguments: arguments)
  }
}

/// A table's name, its columns, and how its rows are written.
struct Table: Sendable {
  let name: String
  let insertion: String
  let upsertion: String

  init(_ name: String, key: [String], columns: [String]) {
    let places = columns.map { _ in "?" }.joined(separator: ", ")
    let changes = columns.filter { !key.contains($0) }.map { "\($0) = excluded.\($0)" }
    self.name = name
    insertion =
      "INSERT INTO \"\(name)\" (\(columns.joined(separator: ", "))) VALUES (\(places))"
    upsertion =
      "\(insertion) ON CONFLICT (\(key.joined(separator: ", "))) "
      + "DO UPDATE SET \(changes.joined(separator: ", "))"
  }
}

/// A row whose number SQLite gives; it is written seldom.
protocol MutableStoreRecord: Encodable, FetchableRecord, MutablePersistableRecord {}

extension MutableStoreRecord {
  static var databaseColumnEncodingStrategy: DatabaseColumnEncodingStrategy { .convertToSnakeCase }
}
