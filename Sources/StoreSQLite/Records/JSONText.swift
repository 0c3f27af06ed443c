import AppStorePayloads
import GRDB

/// A value in a column of JSON text.
enum JSONText {
  static func encode(_ value: some Encodable) throws -> String {
    String(decoding: try PlainEncoder.encode(value), as: UTF8.self)
  }

  /// Reads what ``encode(_:)`` wrote.
  ///
  /// - Throws: ``DamagedRowError``, with the column's name, for any other text.
  static func decode<Value: Decodable>(
    _ row: CheckedRow, of table: (some TableRecord).Type, _ column: String
  ) throws -> Value {
    let text = try row.decode(String.self, forColumn: column)
    guard let json = try? ParsedJSON(text.utf8), json.hasExactNumbers,
      let value = try? json.decode(Value.self)
    else { throw DamagedRowError(table: table.databaseTableName, column: column) }
    return value
  }

  /// Reads what ``encode(_:)`` wrote, or `nil` if the column is empty.
  ///
  /// - Throws: As ``decode(_:of:_:)``.
  static func decodeIfPresent<Value: Decodable>(
    _ row: CheckedRow, of table: (some TableRecord).Type, _ column: String
  ) throws -> Value? {
    guard try row.decode(String?.self, forColumn: column) != nil else { return nil }
    return try decode(row, of: table, column)
  }
}

/// A row whose contents no version of the store can have written.
struct DamagedRowError: Error, CustomStringConvertible {
  let table: String
  let column: String

  var description: String { "the table '\(table)' has a row with a damaged '\(column)'" }
}

extension Optional {
  /// Returns the value that a row has in this column.
  ///
  /// - Throws: ``DamagedRowError`` if it has no valid one.
  func required(_ column: String, of table: (some TableRecord).Type) throws -> Wrapped {
    guard let self else { throw DamagedRowError(table: table.databaseTableName, column: column) }
    return self
  }
}
